// The picture: bands in an SVG, nodes as buttons above it.
const map = JSON.parse(document.getElementById('map').textContent)
map.chains.forEach((c, i) => (c.index = i))
const byId = (id) => document.getElementById(id)
const MOST = 30 // chains in a picture: more cannot be told apart

// element makes one, with text in it: what comes from the program is never markup.
function element(name, attributes = {}, ...children) {
  const e = document.createElement(name)
  for (const [k, v] of Object.entries(attributes)) if (v !== undefined) e.setAttribute(k, v)
  e.append(...children.filter((c) => c !== undefined && c !== ''))
  return e
}

const svgElement = (name, attributes) => {
  const e = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v)
  return e
}

const plural = (n, one, many) => `${n} ${n === 1 ? one : many}`
const attempts = (c) => (c.level === 'endless' ? 'attempts without end' : c.attempts === '1' ? '1 attempt' : `${c.attempts} attempts`) + (c.rounds ? ' a round' : '')
const times = (short) => (/\d|n/.test(short) ? `×${short}` : short)
const target = (o) => o.target || o.name

const product = (c) => (c.product && c.product !== c.attempts ? `${c.product} = ` : '')
const upTo = (c) => (c.seconds === 'unknown' || c.seconds === 'endless' ? '' : `, up to ${c.seconds}`)

// sentence says a chain: what screen readers read, and what hovering shows.
function sentence(c) {
  return `${map.entries[c.entry].name} to ${target(map.operations[c.operation])}: ${product(c)}${attempts(c)}${upTo(c)}${c.budget ? ', within a budget' : ', no budget'}`
}

let shown = [] // the chains that the filter leaves, the worst first
let chosen = null // the chain that is open

function drawn() {
  const worst = shown.slice(0, MOST)
  return chosen && !worst.includes(chosen) ? [...worst, chosen] : worst
}

function draw() {
  const host = byId('picture')
  const chains = drawn()
  byId('drawn').textContent =
    shown.length > MOST ? `The ${MOST} worst of ${shown.length} chains` : plural(shown.length, 'chain', 'chains')
  host.replaceChildren()
  if (!chains.length) {
    host.style.height = '0'
    return
  }
  const width = host.clientWidth
  const { nodes, bands, height, narrow } = layout(chains, width)
  host.style.height = `${height + 26}px`
  const head = (text, style) => Object.assign(host.appendChild(element('div', { class: 'column' }, text)).style, style)
  head('Entries', { left: 0 })
  head('Operations', { right: 0 })

  const svg = svgElement('svg', { width, height, role: 'group', 'aria-label': 'Chains', 'aria-describedby': 'picture-help' })
  svg.append(stripes())
  // The worst lie on top.
  for (const band of bands.toReversed()) {
    const c = band.chain
    const g = svgElement('g', { class: `band ${c.level}`, role: 'button', tabindex: c === chains[0] ? 0 : -1, 'aria-label': sentence(c), 'data-chain': c.index })
    if (c.open) g.classList.add('open')
    // A thin band is hard to point at: a wide one that nobody sees lies below it.
    for (const leg of legs(band)) g.append(svgElement('path', { d: leg.d, 'stroke-width': leg.thick + 8, class: 'aim' }), svgElement('path', { d: leg.d, 'stroke-width': leg.thick }))
    const end = band.stops.at(-1)
    const text = svgElement('text', { x: end.node.x - 6, y: end.yLeft, 'text-anchor': 'end', 'dominant-baseline': 'central' })
    text.textContent = narrow || c.attempts.length > 8 ? c.short : c.attempts
    g.append(text)
    svg.append(g)
  }
  host.append(svg)
  nodes.sort((a, b) => a.column - b.column || a.y - b.y)
  for (const node of nodes) host.append(nodeElement(node, narrow))
  mark(null)
}

function stripes() {
  const defs = svgElement('defs', {})
  const pattern = svgElement('pattern', { id: 'stripes', width: 9, height: 9, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' })
  pattern.append(svgElement('rect', { class: 'ground', width: 9, height: 9 }), svgElement('rect', { class: 'stripe', width: 4, height: 9 }))
  defs.append(pattern)
  return defs
}

// nodeElement is a box with what a node is; one of a layer opens the worst chain
// through it.
function nodeElement(node, narrow) {
  const worst = node.bands.map((b) => b.chain).reduce((a, b) => (b.index < a.index ? b : a))
  let lines, title
  if (node.kind === 'layer') {
    const l = map.layers[node.index]
    const many = element('b', {}, times(l.short))
    lines = narrow ? [many] : [element('span', { class: 'name' }, many, ' ', l.func), element('small', {}, l.file ? `${l.kind}, ${l.file.split('/').at(-1)}:${l.line}` : l.kind)]
    title = `${l.func}, ${l.kind}, attempts: ${l.attempts}${l.file ? `, ${l.file}:${l.line}` : ''}`
    if (l.findings) lines.push(element('span', { class: 'dot', title: plural(l.findings.length, 'finding', 'findings') }, '!'))
  } else if (node.kind === 'entry') {
    const e = map.entries[node.index]
    lines = [element('span', { class: 'name' }, e.name), element('small', {}, `${e.kind}${e.package ? ', ' + e.package.split('/').at(-1) : ''}`)]
    title = `${e.kind} ${e.name}, ${e.package}`
  } else {
    const o = map.operations[node.index]
    lines = [element('span', { class: 'name' }, target(o)), o.target && element('small', {}, o.name)].filter(Boolean)
    title = o.target ? `${o.target}, ${o.name}` : o.name
  }
  const e = element('button', { type: 'button', class: `node ${node.kind}`, 'data-chain': worst.index, title, tabindex: -1, 'aria-hidden': 'true' }, ...lines)
  if (node.kind === 'layer') e.dataset.layer = node.index
  e.chains = new Set(node.bands.map((b) => b.chain.index))
  Object.assign(e.style, { left: `${node.x}px`, top: `${node.y + 26}px`, width: `${node.width}px`, height: `${node.height}px` })
  return e
}

// mark brings some chains out, and lets the others step back. Without any it is
// the one that is open.
function mark(indices) {
  const on = indices ?? (chosen ? new Set([chosen.index]) : null)
  const host = byId('picture')
  host.classList.toggle('marked', on !== null)
  for (const g of host.querySelectorAll('.band')) g.classList.toggle('on', on?.has(+g.dataset.chain) ?? false)
  for (const n of host.querySelectorAll('.node')) n.classList.toggle('on', on !== null && [...n.chains].some((i) => on.has(i)))
}

function tip(c, x, y) {
  const t = byId('tip')
  t.hidden = !c
  if (!c) return
  const e = map.entries[c.entry]
  const o = map.operations[c.operation]
  t.replaceChildren(
    element('b', {}, `${e.name} → ${target(o)}`),
    element('p', {}, product(c) + attempts(c) + upTo(c)),
    element('p', {}, c.budget ? 'within a budget' : 'no budget'),
  )
  const room = document.documentElement.clientWidth
  t.style.left = `${Math.max(8, Math.min(x + 14, room - t.offsetWidth - 8))}px`
  t.style.top = `${y + 18 + t.offsetHeight > innerHeight ? y - t.offsetHeight - 12 : y + 18}px`
}

function watchPicture() {
  const host = byId('picture')
  const under = (event) => event.target.closest('[data-chain]')
  host.addEventListener('pointermove', (event) => {
    const e = under(event)
    if (!e) return leave()
    mark(e.chains ?? new Set([+e.dataset.chain]))
    tip(e.classList.contains('band') ? map.chains[e.dataset.chain] : null, event.clientX, event.clientY)
  })
  const leave = () => {
    mark(null)
    tip(null)
  }
  host.addEventListener('pointerleave', leave)
  host.addEventListener('focusin', (event) => under(event) && mark(new Set([+under(event).dataset.chain])))
  host.addEventListener('focusout', leave)
  host.addEventListener('click', (event) => {
    const e = under(event)
    if (e) open(map.chains[e.dataset.chain], e.dataset.layer)
  })
  host.addEventListener('keydown', (event) => {
    const e = event.target.closest('.band')
    if (!e) return
    // The worst stands last, as it lies on top.
    const all = [...host.querySelectorAll('.band')].reverse()
    const at = all.indexOf(e)
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (event.key === 'Enter' || event.key === ' ') open(map.chains[e.dataset.chain])
    else if (to === undefined) return
    else if (all[to]) {
      for (const other of all) other.setAttribute('tabindex', other === all[to] ? 0 : -1)
      all[to].focus()
    }
    event.preventDefault()
  })
  let pending = 0
  let last = host.clientWidth
  new ResizeObserver(() => {
    if (host.clientWidth === last) return
    last = host.clientWidth
    cancelAnimationFrame(pending)
    pending = requestAnimationFrame(draw)
  }).observe(host)
}
