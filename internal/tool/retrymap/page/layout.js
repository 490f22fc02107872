// Where the nodes and the bands of some chains stand in a picture of a width.
//
// It is a layered drawing, after Sugiyama, Tagawa and Toda (1981): a column for
// the entries, one for each depth of layers, one for the operations. First the
// nodes of each column are put in an order, then they move towards what they are
// tied to.
const STEP = 3.2 // pixels that a doubling of the attempts adds
const thick = (steps) => 3 + STEP * steps

function layout(chains, width) {
  const deepest = Math.max(0, ...chains.map((c) => c.layers.length))
  const columns = Array.from({ length: deepest + 2 }, () => [])
  const nodes = new Map()
  const bands = chains.map((c) => ({ chain: c, stops: [] }))

  // Layers are counted from the operation: clients and what stands close to them
  // fall into one column, however deep the calls above go. A chain with fewer
  // layers passes through the columns that are left by a place of its own.
  for (const band of bands) {
    const c = band.chain
    const passed = deepest - c.layers.length
    const stop = (column, kind, index, before, after) => {
      const id = kind === 'pass' ? `pass ${c.index} ${column}` : `${kind} ${index} ${column}`
      let node = nodes.get(id)
      if (!node) {
        node = { id, kind, index, column, order: columns[column].length, left: [], right: [], bands: [] }
        nodes.set(id, node)
        columns[column].push(node)
      }
      const at = { band, node, before: thick(before), after: thick(after), yLeft: 0, yRight: 0 }
      node.bands.push(band)
      node.left.push(at)
      node.right.push(at)
      band.stops.push(at)
    }
    stop(0, 'entry', c.entry, 0, 0)
    for (let i = 0; i < passed; i++) stop(1 + i, 'pass', 0, 0, 0)
    c.layers.forEach((l, i) => stop(1 + passed + i, 'layer', l, c.thickness[i], c.thickness[i + 1]))
    const all = c.thickness.at(-1)
    stop(deepest + 1, 'operation', c.operation, all, all)
  }

  const ends = Math.min(230, width * 0.33)
  const between = width - 2 * ends
  const box = Math.max(26, Math.min(200, (between - (deepest + 1) * (width > 700 ? 64 : 22)) / Math.max(deepest, 1)))
  const gap = (between - deepest * box) / (deepest + 1)
  const ROOM = 15 // for the number of attempts where a band ends
  const sum = (stops, side, least) => stops.reduce((n, s) => n + Math.max(s[side], least) + 1, 0)
  for (const node of nodes.values()) {
    const entry = node.kind === 'entry'
    node.width = entry || node.kind === 'operation' ? ends : box
    node.x = entry ? 0 : node.kind === 'operation' ? width - ends : ends + node.column * (gap + box) - box
    const least = node.kind === 'operation' ? ROOM : 0
    node.height = Math.max(node.kind === 'pass' ? 6 : 40, sum(node.left, 'before', least) + 4, sum(node.right, 'after', 0) + 4)
  }

  untangle(columns, bands)
  const GAP = 12
  const tall = columns.map((column) => column.reduce((y, node) => y + node.height + GAP, -GAP))
  const height = Math.max(...tall)
  columns.forEach((column, i) => {
    let y = (height - tall[i]) / 2
    for (const node of column) {
      node.y = y
      y += node.height + GAP
    }
  })
  slots(nodes)
  for (let round = 0, pull = 0.95; round < 24; round++, pull *= 0.93) {
    for (let i = 1; i < columns.length; i++) settle(columns[i], -1, pull, GAP, height)
    slots(nodes)
    for (let i = columns.length - 2; i >= 0; i--) settle(columns[i], 1, pull, GAP, height)
    slots(nodes)
  }
  return { nodes: [...nodes.values()].filter((n) => n.kind !== 'pass'), bands, height, narrow: box < 100 }
}

// untangle orders the nodes of each column by the middle of their neighbours,
// there and back again, and keeps the order in which the fewest bands cross.
function untangle(columns, bands) {
  const number = () => columns.forEach((column) => column.forEach((node, i) => (node.order = i)))
  const crossings = () => {
    let n = 0
    for (let c = 1; c < columns.length; c++)
      bands.forEach((a, i) => {
        for (const b of bands.slice(i + 1)) {
          const before = a.stops[c - 1].node.order - b.stops[c - 1].node.order
          const after = a.stops[c].node.order - b.stops[c].node.order
          if (before * after < 0) n++
        }
      })
    return n
  }
  number()
  let best = crossings()
  let kept = columns.map((column) => [...column])
  for (let round = 0; round < 8 && best > 0; round++) {
    const side = round % 2 ? 1 : -1
    for (const column of side < 0 ? columns.slice(1) : columns.slice(0, -1).toReversed()) {
      for (const node of column) node.middle = node.bands.reduce((sum, b) => sum + b.stops[node.column + side].node.order, 0) / node.bands.length
      column.sort((a, b) => a.middle - b.middle || a.order - b.order)
      column.forEach((node, i) => (node.order = i))
    }
    const now = crossings()
    if (now < best) {
      best = now
      kept = columns.map((column) => [...column])
    }
  }
  kept.forEach((column, i) => (columns[i] = column))
  number()
}

// settle moves the nodes of a column towards the ends of their bands on a side,
// apart where they would overlap, and back into the picture.
function settle(column, side, pull, gap, height) {
  for (const node of column) {
    let sum = 0
    let weight = 0
    for (const s of node.left) {
      const other = s.band.stops[node.column + side]
      const there = side < 0 ? other.yRight : other.yLeft
      const here = side < 0 ? s.yLeft : s.yRight
      const w = side < 0 ? s.before : s.after
      sum += (there - here) * w
      weight += w
    }
    node.y += (sum / weight) * pull
  }
  let y = 0
  for (const node of column) {
    node.y = Math.max(node.y, y)
    y = node.y + node.height + gap
  }
  y = height
  for (const node of column.toReversed()) {
    node.y = Math.min(node.y, y - node.height)
    y = node.y - gap
  }
}

// slots puts the bands on both sides of each node in the order of where they come
// from and go to.
function slots(nodes) {
  for (const node of nodes.values()) {
    const by = (side) => (a, b) => a.band.stops[node.column + side].node.y - b.band.stops[node.column + side].node.y || a.band.chain.index - b.band.chain.index
    if (node.kind !== 'entry') node.left.sort(by(-1))
    if (node.kind !== 'operation') node.right.sort(by(1))
    const least = node.kind === 'operation' ? 15 : 0
    place(node, node.left, 'before', 'yLeft', least)
    place(node, node.right, 'after', 'yRight', 0)
  }
}

function place(node, stops, size, at, least) {
  const need = stops.reduce((n, s) => n + Math.max(s[size], least) + 1, 0)
  let y = node.y + (node.height - need) / 2
  for (const s of stops) {
    const room = Math.max(s[size], least) + 1
    s[at] = y + room / 2 // the middle of the band
    y += room
  }
}

// legs are the lines of a band and how thick they are: from the right side of each
// node to the left side of the next, and straight through the columns it passes.
function legs(band) {
  const out = []
  const f = (n) => n.toFixed(1)
  band.stops.forEach((s, i) => {
    const right = s.node.x + s.node.width
    if (s.node.kind === 'pass') out.push({ d: `M${f(s.node.x)} ${f(s.yLeft)}L${f(right)} ${f(s.yRight)}`, thick: s.after })
    const next = band.stops[i + 1]
    if (!next) return
    const x = f((right + next.node.x) / 2)
    out.push({ d: `M${f(right)} ${f(s.yRight)}C${x} ${f(s.yRight)} ${x} ${f(next.yLeft)} ${f(next.node.x)} ${f(next.yLeft)}`, thick: s.after })
  })
  return out
}
