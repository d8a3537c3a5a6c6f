/*
 * A list that somebody wants to be alerted of: how many it has goes before the title of its tab, and an alarm that
 * was not there before is heard, once its person has pressed something. What was there outlives a reload.
 */
const all = (selector, root = document) => Array.from(root.querySelectorAll(selector))

function alerts() {
  const [button] = all('[data-alert]')
  const [notice] = all('[data-alert-notice]')
  if (!button) return
  const { title } = document
  const key = `alert ${location.pathname}${location.search}`
  const rowsOf = (page) => all('main tbody a[href*="/alarms/"]', page).map((link) => link.getAttribute('href'))
  const listOf = (page) => ({ count: page.querySelector('[data-alert]')?.dataset.alert, rows: rowsOf(page) })
  let known, audio, timer
  const hear = () => {
    audio ??= new AudioContext()
    audio.resume()
  }
  const sound = () => {
    if (audio?.state !== 'running') return
    for (const [after, pitch] of [
      [0, 880],
      [0.2, 660],
    ]) {
      const [tone, volume, start] = [audio.createOscillator(), audio.createGain(), audio.currentTime + after]
      tone.frequency.value = pitch
      volume.gain.setValueAtTime(0.2, start)
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.18)
      tone.connect(volume).connect(audio.destination)
      tone.start(start)
      tone.stop(start + 0.18)
    }
  }
  const learn = ({ count, rows }) => {
    const added = rows.filter((row) => !known.rows.includes(row)).length
    const more = Math.max(added, Number.parseInt(count, 10) - Number.parseInt(known.count, 10) || 0)
    known = { count, rows: [...new Set([...known.rows, ...rows])].slice(-1000) }
    document.title = `(${count || '?'}) ${title}`
    sessionStorage.setItem(key, JSON.stringify(known))
    if (more === 0) return
    notice.querySelector('b').textContent = more + Number(notice.querySelector('b').textContent)
    notice.hidden = false
    sound()
  }
  const look = async () => {
    const address = new URL(location.href)
    address.searchParams.set('auto', button.dataset.seconds)
    const text = await fetch(address)
      .then((answer) => (answer.ok ? answer.text() : ''))
      .catch(() => '')
    const list = listOf(new DOMParser().parseFromString(text, 'text/html'))
    // What could not be read is not said to be as before.
    if (list.count === undefined) document.title = `(?) ${title}`
    else if (known) learn(list)
  }
  const set = (isOn) => {
    button.ariaPressed = isOn
    clearInterval(timer)
    if (isOn) {
      timer = setInterval(look, button.dataset.seconds * 1000)
      learn(listOf(document))
      for (const type of ['pointerdown', 'keydown']) addEventListener(type, hear, { once: true })
      return
    }
    known = undefined
    sessionStorage.removeItem(key)
    document.title = title
    notice.hidden = true
  }
  button.hidden = false
  button.addEventListener('click', () => {
    known ??= listOf(document)
    hear()
    set(button.ariaPressed !== 'true')
  })
  try {
    known = JSON.parse(sessionStorage.getItem(key)) ?? undefined
  } catch {
    return
  }
  if (known) set(true)
}

alerts()
