// The table: sorting, filters, and what ties it to the picture.
const ROWS = 150 // that are shown before somebody asks for all
let limit = ROWS
let left = new Set() // the chains that the filter leaves
const rows = [...document.querySelectorAll('#table tbody tr')]

function markRow() {
  for (const row of rows) row.classList.toggle('chosen', chosen !== null && +row.dataset.chain === chosen.index)
}

// words is what the search looks at.
function words(c) {
  const e = map.entries[c.entry]
  const o = map.operations[c.operation]
  const layers = c.layers.map((l) => `${map.layers[l].func} ${map.layers[l].file}`)
  return [e.kind, e.name, e.package, o.name, o.target, ...c.packages, ...layers, ...(c.via ?? []), ...c.checks].join('\n').toLowerCase()
}

function filter() {
  const form = new FormData(byId('filter'))
  const text = form.get('text').toLowerCase().split(/\s+/).filter(Boolean)
  const pkg = form.get('package')
  const operation = form.get('operation')
  const check = form.get('check')
  const keep = (c) =>
    (!pkg || c.packages.includes(pkg)) &&
    (!operation || c.operation === +operation) &&
    (!check || (check === '*' ? c.checks.length > 0 : check === '-' ? !c.checks.length : c.checks.includes(check))) &&
    text.every((w) => (c.words ??= words(c)).includes(w))
  shown = map.chains.filter(keep)
  left = new Set(shown)
  limit = ROWS
  show()
  byId('shown').textContent = shown.length === map.chains.length ? plural(shown.length, 'chain', 'chains') : `${shown.length} of ${plural(map.chains.length, 'chain', 'chains')}`
  byId('none').hidden = shown.length > 0
  draw()
}

// show shows the first of the rows that are left: to lay out a thousand takes a
// browser a quarter of a second, which is felt.
function show() {
  let n = 0
  for (const row of rows) row.hidden = !left.has(map.chains[row.dataset.chain]) || ++n > limit
  byId('more').hidden = n <= limit
  byId('more').firstChild.textContent = `Show all ${n} chains`
}

function sort(th) {
  const key = th.dataset.key
  // Numbers are wanted the largest first, names by the alphabet.
  const was = th.getAttribute('aria-sort')
  const down = was ? was === 'ascending' : key !== 'chain'
  for (const other of th.parentElement.children) other.removeAttribute('aria-sort')
  th.setAttribute('aria-sort', down ? 'descending' : 'ascending')
  const names = new Intl.Collator('en', { numeric: true })
  const of = (row) => map.chains[row.dataset.chain]
  const compare = (a, b) => (key === 'chain' ? names.compare(a.keys.chain, b.keys.chain) : a.keys[key] - b.keys[key])
  rows.sort((a, b) => (down ? -1 : 1) * compare(of(a), of(b)) || of(a).index - of(b).index)
  document.querySelector('#table tbody').append(...rows)
  show()
}

function watchTable() {
  for (const th of document.querySelectorAll('#table thead th')) {
    const button = element('button', { type: 'button' }, ...th.childNodes)
    button.addEventListener('click', () => sort(th))
    th.append(button)
  }
  const form = byId('filter')
  form.addEventListener('input', filter)
  form.addEventListener('submit', (event) => event.preventDefault())
  for (const id of ['clear', 'again'])
    byId(id).addEventListener('click', () => {
      form.reset()
      filter()
      form.elements.text.focus()
    })
  byId('more').addEventListener('click', () => {
    limit = Infinity
    const next = rows.filter((row) => !row.hidden).length
    show()
    rows.filter((row) => !row.hidden)[next].querySelector('button').focus()
  })
  const body = document.querySelector('#table tbody')
  body.addEventListener('click', (event) => {
    const row = event.target.closest('tr')
    if (!row || getSelection().toString()) return
    row.querySelector('button').focus()
    open(map.chains[row.dataset.chain])
  })
  body.addEventListener('pointerover', (event) => {
    const row = event.target.closest('tr')
    if (row) mark(new Set([+row.dataset.chain]))
  })
  body.addEventListener('pointerleave', () => mark(null))
}

function watchTheme() {
  const button = byId('theme')
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const root = document.documentElement
  const remember = (theme) => {
    try {
      if (theme) localStorage.setItem('retryvet-theme', theme)
      return localStorage.getItem('retryvet-theme')
    } catch {
      return null // a file may have no storage
    }
  }
  const now = () => root.dataset.theme ?? (dark.matches ? 'dark' : 'light')
  const show = () => (button.textContent = now() === 'dark' ? 'Light colours' : 'Dark colours')
  const kept = remember()
  if (kept === 'dark' || kept === 'light') root.dataset.theme = kept
  button.addEventListener('click', () => {
    root.dataset.theme = now() === 'dark' ? 'light' : 'dark'
    remember(root.dataset.theme)
    show()
  })
  dark.addEventListener('change', show)
  button.hidden = false
  show()
}

document.documentElement.classList.add('scripted')
watchTheme()
if (rows.length) {
  watchPicture()
  watchDetail()
  watchTable()
  filter()
  const asked = location.hash.match(/^#chain-(\d+)$/)
  if (asked && map.chains[asked[1]]) open(map.chains[asked[1]])
}
