/*
 * Suggestions for the search box, by the combobox pattern: the box keeps the focus, arrows move through the list, Enter
 * opens what is chosen or searches for the words. Without this script the box searches all the same.
 */
const typingPauseMs = 150
const minLength = 2
const maxKept = 50
const kept = new Map()

/** Lets a search box suggest. */
export function suggest(box) {
  const list = box.form?.querySelector('[role=listbox]')
  const status = box.form?.querySelector('[role=status]')
  if (!list || box.role === 'combobox') return
  let timer
  let reading
  let active = -1

  const options = () => Array.from(list.children)
  const close = () => {
    clearTimeout(timer)
    reading?.abort()
    list.hidden = true
    active = -1
    box.ariaExpanded = 'false'
    box.removeAttribute('aria-activedescendant')
  }
  const choose = (index) => {
    const all = options()
    active = (index + all.length) % all.length
    for (const [at, option] of all.entries()) option.ariaSelected = String(at === active)
    all[active].scrollIntoView({ block: 'nearest' })
    box.setAttribute('aria-activedescendant', all[active].id)
  }
  const show = ({ suggestions, said, all }, words) => {
    const lines = [...suggestions, ...(suggestions.length > 0 ? [{ name: all.text, about: '', href: all.href }] : [])]
    list.replaceChildren(...lines.map((line, at) => optionOf(line, { words, id: `${list.id}-${at}` })))
    status.textContent = said
    active = -1
    box.removeAttribute('aria-activedescendant')
    list.hidden = lines.length === 0
    box.ariaExpanded = String(lines.length > 0)
  }
  const read = async () => {
    const words = box.value.trim()
    reading?.abort()
    if (words.length < minLength) return close()
    reading = new AbortController()
    const { signal } = reading
    const reply = await replyFor(box.dataset.suggest, words, signal)
    if (signal.aborted || document.activeElement !== box) return
    if (reply) show(reply, words)
    else close()
  }

  box.role = 'combobox'
  box.setAttribute('aria-autocomplete', 'list')
  box.setAttribute('aria-controls', list.id)
  box.ariaExpanded = 'false'
  box.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(read, typingPauseMs)
  })
  box.addEventListener('blur', close)
  box.addEventListener('keydown', (event) => {
    const { key } = event
    if (list.hidden || event.isComposing) return
    if (key === 'ArrowDown') choose(active + 1)
    else if (key === 'ArrowUp') choose(active < 0 ? -1 : active - 1)
    else if (key === 'Escape') close()
    else if (key === 'Enter' && active >= 0) location.assign(options()[active].dataset.href)
    else return
    event.preventDefault()
  })
  // The box keeps the focus, and what is pressed stays until it is released.
  list.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    clearTimeout(timer)
    reading?.abort()
  })
  list.addEventListener('click', ({ target }) => {
    const option = target.closest('[data-href]')
    if (option) location.assign(option.dataset.href)
  })
  if (box.value !== box.defaultValue) read()
}

function optionOf({ name, about, href }, { words, id }) {
  const option = document.createElement('div')
  const [title, detail] = [document.createElement('bdi'), document.createElement('span')]
  option.role = 'option'
  option.id = id
  option.ariaSelected = 'false'
  option.dataset.href = href
  title.append(...marked(name, words))
  detail.append(...marked(about, words))
  option.append(title, ...(about ? [' ', detail] : []))
  return option
}

/** Returns a text with the words in it marked. */
function marked(text, words) {
  const at = text.toLocaleLowerCase().indexOf(words.toLocaleLowerCase())
  if (at < 0) return [text]
  const mark = document.createElement('mark')
  mark.textContent = text.slice(at, at + words.length)
  return [text.slice(0, at), mark, text.slice(at + words.length)]
}

/** Returns null for no suggestions, and while there is no answer. */
async function replyFor(address, words, signal) {
  const url = `${address}?q=${encodeURIComponent(words)}`
  if (kept.has(url)) return kept.get(url)
  try {
    const response = await fetch(url, { signal, headers: { accept: 'application/json' } })
    if (response.status !== 200 || response.redirected) return null
    const reply = await response.json()
    if (kept.size >= maxKept) kept.clear()
    kept.set(url, reply)
    return reply
  } catch {
    return null
  }
}
