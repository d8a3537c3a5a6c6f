/*
 * Single keys, where their person did not switch them off: to the rows of a list, to the pages of the menu, to the search.
 * What they do, links, boxes and buttons of the page do as well. The overlay that lists them is in the page, but for the entries of the menu.
 */
;(() => {
  const overlay = document.getElementById('keys')
  const all = (selector) => Array.from(document.querySelectorAll(selector)).filter((one) => one.checkVisibility())
  const isTyped = (target) =>
    target.closest?.('input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable], dialog[open]')

  const rows = () => all('main table.lined tbody > tr:not(.below)')
  const currentRow = () => document.activeElement?.closest('main table.lined tbody > tr')
  const focusIn = (row) =>
    (row?.querySelector('th a') ?? row?.querySelector('[data-choice] > input, a, button'))?.focus()

  const step = (by) => () => {
    const shown = rows()
    const at = shown.indexOf(currentRow())
    focusIn(at < 0 ? shown[0] : shown[Math.min(Math.max(at + by, 0), shown.length - 1)])
  }

  const tick = () => currentRow()?.querySelector('[data-choice] > input')?.click()

  // What a list is for is its first button; a row that is walked to and not ticked is what is meant.
  const act = () => {
    if (all('[data-choice] > input:checked').length === 0) tick()
    const [button] = all('.bulk .with-selected button:not([type=reset])')
    const [other] = all('main [aria-keyshortcuts="a"]')
    ;(button ?? other)?.click()
  }

  const search = () => {
    const [field] = all('#search')
    field?.focus()
    field?.select()
    return field
  }

  // The entries of the menu that bear a key are listed when somebody looks: the page has them once.
  const listEntries = () => {
    const list = overlay.querySelector('dl')
    for (const link of document.querySelectorAll('#navigation [data-go]')) {
      const line = document.createElement('div')
      const keys = document.createElement('dt')
      const name = document.createElement('dd')
      for (const letter of ['g', link.dataset.go]) {
        const key = document.createElement('kbd')
        key.textContent = letter
        keys.append(key, ' ')
      }
      name.textContent = link.textContent
      line.append(keys, name)
      list.append(line)
    }
  }

  const help = () => {
    if (!overlay.querySelector('dl > :nth-child(7)')) listEntries()
    overlay.showModal()
  }
  // A box or a button has keys of its own; the search waits for a focus elsewhere.
  const searchFrom = (target) => {
    if (!target.closest?.('input, button, summary')) search()
  }
  const bindings = { j: step(1), k: step(-1), x: tick, a: act, '/': searchFrom, '?': help }

  // A letter after g opens the page of the menu that bears it.
  let isGoing = false
  const go = (key) => document.querySelector(`#navigation [data-go="${CSS.escape(key)}"]`)?.click()

  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') {
      if (search()) event.preventDefault()
      return
    }
    if (ctrlKey || metaKey || altKey || isTyped(target)) return
    const wasGoing = isGoing
    isGoing = key === 'g' && !wasGoing
    if (wasGoing) go(key)
    else if (Object.hasOwn(bindings, key)) bindings[key](target)
    if (wasGoing || isGoing || Object.hasOwn(bindings, key)) event.preventDefault()
  })
})()
