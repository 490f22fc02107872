// The drawer with one chain: its layers, their source, what is found, the fix.
let opener = null

function open(c, atLayer) {
  const d = byId('detail')
  if (!d.open) opener = document.activeElement
  chosen = c
  if (drawn().length > MOST || d.dataset.extra) {
    d.dataset.extra = drawn().length > MOST ? 'yes' : ''
    draw()
  }
  mark(null)
  markRow()
  const e = map.entries[c.entry]
  const o = map.operations[c.operation]
  const close = element('button', { type: 'button', class: 'close', 'aria-label': 'Close' }, '✕')
  close.addEventListener('click', shut)
  const worst = element('p', { class: `worst ${c.level}` }, product(c), element('b', {}, attempts(c)), upTo(c))
  worst.append(c.budget ? ', within a budget' : ', no budget')
  d.replaceChildren(
    element('header', {}, element('h2', { id: 'detail-title', tabindex: -1 }, e.name, element('span', { class: 'to' }, ' → '), target(o)), close),
    worst,
    element('ol', { class: 'steps' }, end('entry', e.kind, e.name, e.package, e.at), ...c.layers.map((l) => card(map.layers[l], String(l) === atLayer)), end('operation', o.maybe ? 'probably leaves the process' : 'leaves the process', o.target || o.name, o.target ? o.name : '')),
  )
  if (c.via?.length) d.append(element('h3', {}, 'Calls on the way'), element('p', { class: 'via' }, ...c.via.flatMap((f, i) => [i ? ' → ' : '', element('code', {}, f)])))
  if (!d.open) matchMedia('(max-width: 700px)').matches ? d.showModal() : d.show()
  byId('detail-title').focus({ preventScroll: true })
  d.scrollTop = 0
  d.querySelector('.asked')?.scrollIntoView({ block: 'nearest' })
  history.replaceState(null, '', `#chain-${c.index}`)
}

function shut() {
  byId('detail').close()
}

function end(kind, label, name, below, at) {
  return element('li', { class: kind }, element('span', { class: 'kind' }, label), ' ', element('b', {}, name), element('div', { class: 'where' }, [below, at?.file && `${at.file}:${at.line}`].filter(Boolean).join(', ')))
}

function card(l, asked) {
  const li = element('li', { class: asked ? 'layer asked' : 'layer' })
  li.append(
    element('h3', {}, element('span', { class: 'times' }, times(l.short)), ' ', l.func),
    element('div', { class: 'where' }, [l.kind, l.package, l.file && `${l.file}:${l.line}`].filter(Boolean).join(', ')),
    element('dl', {}, ...l.facts.map(([what, how]) => element('div', {}, element('dt', {}, what), element('dd', {}, how)))),
  )
  for (const f of l.findings ?? []) {
    const p = element('div', { class: 'finding' }, element('span', { class: 'check' }, f.check), ' ', f.message)
    if (f.fix) p.append(element('details', {}, element('summary', {}, 'Fix'), diff(f.fix)))
    li.append(p)
  }
  if (l.source) li.append(source(l))
  return li
}

// source shows lines with their numbers, which are not part of the text: what is
// copied is code.
function source(l) {
  const pre = element('pre', { class: 'source', tabindex: 0, 'aria-label': `${l.file} from line ${l.line}` })
  pre.style.counterReset = `line ${l.line - 1}`
  const indent = Math.min(...l.source.filter((s) => s.trim()).map((s) => s.match(/^\t*/)[0].length))
  pre.append(...l.source.map((s) => element('span', { class: 'line' }, s.slice(Number.isFinite(indent) ? indent : 0) + '\n')))
  return pre
}

function diff(text) {
  const kind = (s) => (/^(\+\+\+|---|@@)/.test(s) ? 'meta' : s.startsWith('+') ? 'added' : s.startsWith('-') ? 'removed' : undefined)
  return element('pre', { class: 'diff', tabindex: 0, 'aria-label': 'The fix' }, ...text.replace(/\n$/, '').split('\n').map((s) => element('span', { class: kind(s) }, s + '\n')))
}

function watchDetail() {
  const d = byId('detail')
  d.addEventListener('close', () => {
    chosen = null
    history.replaceState(null, '', location.pathname + location.search)
    if (d.dataset.extra) draw()
    d.dataset.extra = ''
    mark(null)
    markRow()
    if (opener?.isConnected) opener.focus()
  })
  // A dialog that is not modal does not close on Escape by itself.
  document.addEventListener('keydown', (event) => event.key === 'Escape' && d.open && shut())
}
