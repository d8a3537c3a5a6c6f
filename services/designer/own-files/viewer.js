/*
 * Draws a page of a project with the readings of its points. The frame it runs in has no origin and no cookies: the
 * page around it sends what to show, and its requests use a ticket, which every response renews.
 */
;(() => {
  const every = 3_000
  const around = window.parent
  const tell = (type, more) => around.postMessage({ type: `designer:${type}`, ...more }, '*')

  let shown
  let ticket
  let handOver

  addEventListener('message', ({ source, data }) => {
    if (source !== around) return
    if (data?.type === 'designer:ticket') {
      ticket = data.ticket
      handOver?.()
    }
    if (data?.type !== 'designer:show' || shown) return
    shown = data
    ticket = data.ticket
    show().catch(({ message }) => tell('failed', { reason: message }))
  })

  // The page around it, where the person is signed in, replaces an expired ticket.
  const newTicket = () =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('no ticket')), 10_000)
      handOver = () => {
        clearTimeout(late)
        resolve()
      }
      tell('ticket')
    })

  async function call(path) {
    const ask = () => {
      const headers = { authorization: `Bearer ${ticket}`, 'accept-language': shown.language }
      return fetch(`${shown.api}${path}`, { headers, credentials: 'omit' })
    }
    let answer = await ask()
    if (answer.status === 401) {
      await newTicket()
      answer = await ask()
    }
    ticket = answer.headers.get('x-designer-ticket') ?? ticket
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
    return answer.json()
  }

  async function show() {
    const { projectId, pages } = await call(`/fileProject/associated/${encodeURIComponent(shown.node)}`)
    const wanted =
      pages.find(({ path }) => path === shown.page) ?? pages.find(({ isHome }) => isHome) ?? pages[0] ?? null
    if (!wanted) throw new Error('no page')
    const file = `/x/fileProject/${encodeURIComponent(projectId)}/files?${new URLSearchParams({ path: wanted.path })}`
    const page = await call(file)
    draw(page)
    if (!shown.preview) await follow(page).catch(markOld)
    tell('loaded', { page: wanted.path })
    if (!shown.preview) setInterval(() => document.hidden || follow(page).catch(markOld), every)
  }

  const svg = (name, attributes, ...inside) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    element.append(...inside)
    return element
  }

  // `{{name}}` in a text is replaced by a parameter of the page around it.
  const worded = (text) => String(text).replace(/\{\{(\w+)\}\}/g, (_, name) => shown.parameters?.[name] ?? '')

  const linked = (page, inside) => {
    const link = svg('a', { href: `#${encodeURIComponent(page)}` }, ...inside)
    link.addEventListener('click', (event) => {
      event.preventDefault()
      tell('open', { page })
    })
    return link
  }

  const drawn = {
    box: ({ x, y, width, height, label }) => [
      svg('rect', { x, y, width, height, rx: 8 }),
      svg('text', { x: x + 12, y: y + 24 }, worded(label)),
    ],
    area: ({ outline, of, label = '', labelAt, page }) => {
      const [x, y] = labelAt ?? [outline[0][0] + 12, outline[0][1] + 24]
      const shape = [svg('polygon', { points: outline.join(' '), class: of }), svg('text', { x, y }, worded(label))]
      return page ? [linked(page, shape)] : shape
    },
    duct: ({ from: [x1, y1], to: [x2, y2], of, width = 16 }) => [
      svg('line', { x1, y1, x2, y2, class: of, 'stroke-width': Number(width) }),
    ],
    pipe: ({ through, of, isReturn }) => [
      svg('polyline', { points: through.join(' '), class: isReturn ? `${of} return` : of }),
    ],
    symbol: ({ x, y, size = 54 }) => [svg('circle', { cx: x, cy: y, r: Number(size) / 3 })],
    text: ({ x, y, text }) => [svg('text', { x, y }, worded(text))],
    value: ({ x, y, label, pointId }) => [
      svg('text', { x, y }, `${worded(label)} `, svg('tspan', { class: 'reading', 'data-point': pointId }, '–')),
    ],
    link: ({ page, ...box }) => [linked(page, drawn.box(box))],
  }

  function draw({ title, width, height, elements }) {
    document.title = worded(title)
    document.documentElement.lang = shown.language
    const all = elements.flatMap((element) => drawn[element.kind]?.(element) ?? [])
    const box = {
      viewBox: `0 0 ${Number(width)} ${Number(height)}`,
      'font-size': Number(width) / 64,
      role: 'group',
      'aria-label': worded(title),
    }
    document.body.replaceChildren(svg('svg', box, ...all))
  }

  // What cannot be read again stays as it was, and says so.
  function markOld() {
    for (const reading of document.querySelectorAll('[data-point]')) reading.classList.add('old')
  }

  // One controller after the other: each call uses the ticket that the previous one returned.
  async function follow({ elements }) {
    const values = elements.filter(({ kind }) => kind === 'value')
    for (const device of new Set(values.map(({ deviceId }) => deviceId))) {
      const points = values.filter(({ deviceId }) => deviceId === device).map(({ pointId }) => ['point', pointId])
      const told = await call(`/x/points?${new URLSearchParams([['device', device], ...points])}`)
      for (const { id, text, isOld } of told)
        for (const reading of document.querySelectorAll(`[data-point="${CSS.escape(id)}"]`)) {
          reading.textContent = text
          reading.classList.toggle('old', isOld)
        }
    }
  }

  tell('ready')
})()
