/** Opens the browser's calendar for a typed day; what is chosen replaces the day and leaves the time. */
let open = null

export function pick(button) {
  const typed = button.parentElement.querySelector('input')
  const { left, bottom } = button.getBoundingClientRect()
  open?.remove()
  open = Object.assign(document.createElement('input'), { type: 'date', tabIndex: -1, ariaHidden: 'true' })
  open.value = typed.value.trim().slice(0, 10)
  Object.assign(open.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${bottom}px`,
    opacity: 0,
    width: 0,
    height: 0,
  })
  open.style.pointerEvents = 'none'
  open.addEventListener('change', () => {
    const time = typed.matches('.moment') ? ` ${typed.value.trim().slice(11) || '00:00'}` : ''
    typed.value = open.value + time
    for (const type of ['input', 'change']) typed.dispatchEvent(new Event(type, { bubbles: true }))
    typed.focus()
  })
  document.body.append(open)
  open.showPicker()
}
