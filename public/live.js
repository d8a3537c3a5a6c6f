/*
 * Keeps what a page shows of its points current while somebody looks. Loaded on pages with such points only.
 */
const script = document.querySelector('script[src^="/enhance.js"]')
const all = (selector, root = document) => Array.from(root.querySelectorAll(selector))

// What elements with `data-point` show of their points: of an event, or of the same page when it is read again.
function shown(root, id) {
  const one = (name) => root.querySelector(`[data-${name}="${CSS.escape(id)}"]`)
  const [reading, time, states] = [one('point'), one('read')?.querySelector('time'), one('states')]
  if (!reading) return null
  return {
    pointId: id,
    text: (reading.querySelector('bdi') ?? reading).textContent,
    isOld: reading.classList.contains('old'),
    said: reading.querySelector('.sr-only')?.textContent.trim() ?? '',
    states: states && all('.state', states).map((one) => ({ tone: one.className.slice(6), text: one.textContent })),
    automatic: states?.textContent.trim(),
    at: time?.dateTime,
    when: time?.textContent,
  }
}

const marks = new WeakMap()

// What has changed is marked for a moment. Returns whether anything has.
function show({ pointId, text, isOld, said, states, automatic, at, when }) {
  const each = (name) => all(`[data-${name}="${CSS.escape(pointId)}"]`)
  let isChanged = false
  for (const reading of each('point')) {
    const value = reading.querySelector('bdi') ?? reading
    if (text !== undefined && value.textContent !== text) {
      const whole = reading.closest('td[title]')
      if (whole?.title === value.textContent) whole.title = text
      value.textContent = text
      isChanged = true
      reading.classList.add('moved')
      clearTimeout(marks.get(reading))
      marks.set(
        reading,
        setTimeout(() => reading.classList.remove('moved'), 2_000),
      )
    }
    reading.classList.toggle('old', isOld)
    if (states?.every(({ name }) => name)) reading.dataset.state = states.map(({ name }) => name).join(' ')
    const aloud = reading.querySelector('.sr-only')
    if (aloud) aloud.textContent = said && ` ${said}`
  }
  for (const quality of each('quality')) {
    quality.hidden = !said
    quality.firstElementChild.textContent = said
  }
  for (const cell of states ? each('states') : []) {
    const badge = (className, words) => Object.assign(document.createElement('span'), { className, textContent: words })
    const badges = states.map((state) => badge(`state ${state.tone}`, state.text))
    if (badges.length === 0) badges.push(badge('text-faint', automatic))
    if (cell.textContent.trim() === badges.map(({ textContent }) => textContent).join(' ')) continue
    cell.replaceChildren(...badges.flatMap((one) => [one, ' ']))
    isChanged = true
  }
  for (const time of at ? each('read').flatMap((one) => all('time', one)) : []) {
    time.dateTime = at
    // What it is here is said when the pointer is over it; a browser takes long for its first such text.
    time.removeAttribute('title')
    time.textContent = when || new Date(at).toLocaleString(document.documentElement.lang)
  }
  return isChanged
}

// Points are kept current while somebody looks, by one stream of events for the page: each event says what they read,
// in the words of the page. What is not heard again looks old. Where no events arrive, the page is read again and what
// it shows of the points is taken from there. Returns what ends it.
function follow(marker) {
  const { dataset } = marker
  const [word, pause] = marker.children
  const gone = new AbortController()
  const known = new Map()
  const polled = new Set()
  const readAgainMs = 10_000
  let [isPaused, isHeard, wait] = [false, false, 5]
  let source, retry, silence, reading, redraw

  const pointIds = () => [...new Set(all('[data-point]').map((one) => one.dataset.point))].slice(0, 200)
  const say = (state) => {
    marker.hidden = false
    marker.dataset.state = state
    word.textContent = dataset[state]
  }
  const age = (ids) => {
    for (const pointId of ids) show({ pointId, isOld: true, said: dataset.old })
  }

  // The page as it is now; none where it does not answer, or answers with what it remembers of a service that is down.
  const page = async () => {
    const address = new URL(location.href)
    address.searchParams.set('auto', '10')
    const answer = await fetch(address, { cache: 'no-store', signal: gone.signal }).catch(() => null)
    if (!answer?.ok || answer.redirected) return null
    const read = new DOMParser().parseFromString(await answer.text(), 'text/html')
    return read.querySelector('[data-age]') ? null : read
  }
  const poll = (ids) => {
    for (const id of ids) polled.add(id)
    if (polled.size === 0 || script.dataset.answer !== undefined) return
    say('polled')
    reading ??= setInterval(async () => {
      const now = await page()
      for (const id of now ? polled : []) {
        const one = shown(now, id)
        if (one) show(one)
      }
    }, readAgainMs)
  }
  const endPolling = () => {
    clearInterval(reading)
    reading = undefined
    polled.clear()
  }

  // What else a page shows of a point is read again when its states have changed: by React, or part by part.
  const refresh = async () => {
    document.dispatchEvent(new Event('live:changed'))
    const own = all('[data-live-part]').filter((part) => !part.contains(document.activeElement))
    if (own.length === 0 || document.documentElement.dataset.texts) return
    const now = await page()
    for (const part of now ? own : []) {
      const fresh = now.querySelector(`[data-live-part="${part.dataset.livePart}"]`)
      const isOpen = all('details', part).map(({ open }) => open)
      if (fresh) part.replaceChildren(...document.importNode(fresh, true).childNodes)
      for (const [at, details] of all('details', part).entries()) details.open = isOpen[at] ?? details.open
    }
  }

  const listen = (ms) => {
    clearTimeout(silence)
    silence = setTimeout(lose, ms)
  }
  const hear = ({ data }) => {
    const values = JSON.parse(data)
    isHeard = true
    wait = 5
    // All values are sent again every minute.
    listen(90_000)
    let [isOther, isDrawn] = [false, false]
    for (const value of values) {
      const before = known.get(value.pointId)
      const now = `${value.level} ${value.states.map(({ name }) => name)}`
      const isChanged = show(value)
      known.set(value.pointId, now)
      polled.delete(value.pointId)
      if (before === undefined ? isChanged : before !== now) isOther = true
      if (isChanged && document.querySelector(`[data-symbol="${CSS.escape(value.pointId)}"]`)) isDrawn = true
    }
    if (polled.size === 0) {
      endPolling()
      say('on')
    }
    document.dispatchEvent(new CustomEvent('live:values', { detail: values }))
    if (isOther) refresh()
    // A symbol shows a position or a state: its part is read again, at most every ten seconds.
    else if (isDrawn)
      redraw ??= setTimeout(() => {
        redraw = undefined
        refresh()
      }, readAgainMs)
  }
  const trouble = ({ data }) => {
    const { pointIds: ids, isStale, isPolled } = JSON.parse(data)
    listen(90_000)
    if (isStale) {
      age(ids)
      say('lost')
    }
    if (isPolled) poll(ids)
  }
  const close = () => {
    clearTimeout(retry)
    clearTimeout(silence)
    source?.close()
    source = undefined
  }
  const open = (isLost = false) => {
    close()
    const ids = pointIds()
    if (isPaused || document.hidden || ids.length === 0) return
    if (!isLost) say('connecting')
    source = new EventSource(`${dataset.live}&point=${ids.map(encodeURIComponent).join()}`)
    source.addEventListener('values', hear)
    source.addEventListener('trouble', trouble)
    source.addEventListener('error', lose)
    source.addEventListener('ended', ({ data }) => {
      if (JSON.parse(data).reason !== 'stopping') return lose()
      close()
      retry = setTimeout(open, 1_000 + Math.random() * 3_000)
    })
    // A proxy that keeps events back is as good as no connection.
    listen(20_000)
  }
  // A connection that breaks is opened again at once; what is not heard then is out of date.
  function lose() {
    close()
    if (isHeard) {
      isHeard = false
      retry = setTimeout(() => open(true), 1_000)
      return
    }
    age(pointIds())
    say('lost')
    poll(pointIds())
    retry = setTimeout(() => open(true), wait * 1_000)
    wait = Math.min(wait * 2, 60)
  }
  const end = () => {
    close()
    endPolling()
    clearTimeout(redraw)
    redraw = undefined
  }
  const turn = () => {
    isPaused = !isPaused
    pause.textContent = isPaused ? dataset.resume : dataset.pause
    if (!isPaused) return open()
    end()
    say('paused')
  }

  const on = { signal: gone.signal }
  pause.addEventListener('click', turn, on)
  document.addEventListener('visibilitychange', () => (document.hidden ? end() : open()), on)
  addEventListener('pagehide', end, on)
  addEventListener('pageshow', ({ persisted }) => persisted && open(), on)
  open()
  return () => {
    end()
    gone.abort()
  }
}

// A page without React is followed at once, any other once React has it, and when its marker is there or has left.
function live() {
  let end
  const begin = () => {
    end?.()
    const marker = document.querySelector('[data-live]')
    end = marker ? follow(marker) : undefined
  }
  document.addEventListener('live:page', begin)
  const { texts, hydrated } = document.documentElement.dataset
  if (!texts || hydrated !== undefined) begin()
}

live()
