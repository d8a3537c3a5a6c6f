/*
 * Turns a wall in place: the next view is read in the background and shown once it is complete. While the console does
 * not answer, the last view stays and says so. Without this script the page reloads itself.
 */
const wall = () => document.querySelector('[data-wall]')
const maxWaitMs = 15_000

function tick() {
  const clock = wall()?.querySelector('[data-clock]')
  if (!clock) return
  const { lang } = document.documentElement
  clock.textContent = new Intl.DateTimeFormat(lang === 'fr' ? 'fr-CA' : 'en-CA', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(clock.dataset.clock && { timeZone: clock.dataset.clock }),
  })
    .format(new Date())
    .replace(/(\d)\s?h\s?(\d)/, '$1:$2')
}

/** Returns the next view, or null while the console does not answer; leaves for the page that is there instead. */
async function readNext(address) {
  try {
    const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(maxWaitMs) })
    // Too many requests pass as well.
    if (response.status >= 500 || response.status === 429) return null
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const view = page.querySelector('[data-wall]')
    if (!view) location.assign(address)
    // Parsed without scripts, its refresh is an element that would take effect here.
    for (const hidden of view?.querySelectorAll('noscript') ?? []) hidden.remove()
    return view && { view, title: page.title, address: response.url }
  } catch {
    return null
  }
}

async function turn() {
  const shown = wall()
  const next = document.hidden ? null : await readNext(shown.dataset.wall)
  if (next) {
    const focused = document.activeElement?.id
    shown.replaceWith(document.adoptNode(next.view))
    document.dispatchEvent(new Event('live:page'))
    document.title = next.title
    history.replaceState(null, '', next.address)
    if (focused?.startsWith('wall-')) document.getElementById(focused)?.focus()
  } else if (!document.hidden) shown.querySelector('.wall-lost').hidden = false
  tick()
  wait()
}

function wait() {
  const { every } = wall().dataset
  if (every) setTimeout(turn, every * 1000)
}

tick()
setInterval(tick, 5_000)
wait()
