/*
 * Comfort for pages that are whole without it: everything here repeats, earlier or more kindly, what links,
 * forms and the server do anyway. No dependencies, no state.
 */
;(() => {
  const script = document.currentScript
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector))

  const cookie = (name) => document.cookie.match(new RegExp(`(?:^|; )${name}=([^;]*)`))?.[1]
  const remember = (name, value) => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
  }

  // A language kept in this browser, but in no cookie: tell the server, and ask for the page again, once.
  function language() {
    if (cookie('lng')) return
    let kept
    try {
      kept = (localStorage.getItem('lng') ?? sessionStorage.getItem('lng'))?.slice(0, 2)
    } catch {
      return
    }
    if (kept !== 'en' && kept !== 'fr') return
    remember('lng', kept)
    if (kept !== document.documentElement.lang && cookie('lng')) location.replace(location.href)
  }

  // The server shows the reader's own time beside the site's once it knows the zone. A browser takes long to look up its
  // first zone: a worker does.
  function timeZone() {
    if (!window.Worker) return
    const worker = new Worker('/zone.js')
    worker.onmessage = ({ data: zone }) => {
      worker.terminate()
      if (zone && decodeURIComponent(cookie('tz') ?? '') !== zone) remember('tz', zone)
    }
  }

  // A time under the pointer says what it is here.
  function ownTimes() {
    document.addEventListener('pointerover', ({ target }) => {
      const time = target.closest('time[datetime]:not([title])')
      const moment = new Date(time?.dateTime)
      if (!Number.isNaN(moment.getTime())) time.title = moment.toLocaleString(document.documentElement.lang)
    })
  }

  // The box in a table's head ticks the rows of this page.
  function choosePage() {
    for (const box of all('[data-choose-page]')) {
      const rows = () => all('[data-choice] > input:not(:disabled)', box.closest('table'))
      const show = () => {
        const ticked = rows().filter((row) => row.checked).length
        box.checked = ticked > 0 && ticked === rows().length
        box.indeterminate = ticked > 0 && ticked < rows().length
      }
      box.hidden = false
      box.addEventListener('change', () => {
        for (const row of rows()) row.checked = box.checked
      })
      box.closest('table').addEventListener('change', (event) => event.target !== box && show())
      // A form is reset after it was told so.
      box.form?.addEventListener('reset', () => setTimeout(show))
      show()
    }
  }

  // A row that is ticked with Shift takes those since the last one along; how many they are is told aloud.
  function ranges() {
    let last
    document.addEventListener('click', ({ target, shiftKey }) => {
      if (!target.matches?.('[data-choice] > input')) return
      const rows = all('[data-choice] > input:not(:disabled)', target.closest('table'))
      const [from, to] = [rows.indexOf(last), rows.indexOf(target)].sort((a, b) => a - b)
      if (shiftKey && from >= 0) for (const row of rows.slice(from, to + 1)) row.checked = target.checked
      last = target
    })
    for (const told of all('[data-counted]')) told.hidden = false
    document.addEventListener('change', ({ target }) => {
      const told = target.closest?.('.choices')?.querySelector('[data-count]')
      // What a box stands for beside its own row is counted by the marks after it.
      const counted = '[data-choice] > input:checked, [data-choice] > input:checked ~ i'
      if (told) told.textContent = all(counted, target.closest('.choices')).length
    })
  }

  // What is copied by a press, where the browser lets a page do that.
  function copies() {
    if (!navigator.clipboard) return
    for (const button of all('[data-copy]')) {
      button.hidden = false
      button.addEventListener('click', async () => {
        await navigator.clipboard.writeText(button.dataset.copy)
        button.setAttribute('aria-label', button.dataset.copied)
        button.classList.add('copied')
      })
    }
  }

  // A typed day can be chosen in the browser's calendar; what that takes is read when it is first used.
  function calendars() {
    if (!HTMLInputElement.prototype.showPicker) return
    for (const button of all('[data-calendar]')) button.hidden = false
    document.addEventListener('click', async ({ target }) => {
      const button = target.closest?.('[data-calendar]')
      if (button) (await import('/calendar.js')).pick(button)
    })
  }

  // Typing into a setting means to change it. A box that stays ticked is no stop of the keyboard's way.
  function keep() {
    const stop = (box) => {
      box.tabIndex = box.checked ? -1 : 0
    }
    all('[data-keep]').forEach(stop)
    document.addEventListener('change', ({ target }) => target.matches('[data-keep]') && stop(target))
    document.addEventListener('input', (event) => {
      const box = event.target.closest?.('[data-kept]')?.closest('.keep')?.querySelector('[data-keep]')
      if (!box) return
      box.checked = false
      stop(box)
    })
  }

  // Where a form leads that comes back with something wrong; of what went well, the address says no more of it. The
  // address of an answer to a post is left alone: a browser would reload another page than the one it shows.
  function tidyAddress() {
    const { hash, pathname, search } = location
    if (script.dataset.answer === undefined && hash === '#error-summary' && !document.getElementById(hash.slice(1)))
      history.replaceState(history.state, '', pathname + search)
  }

  // A second click while the first is under way is not a second wish. The window hears of it last: what the page
  // itself has stopped by then was not sent, and may be sent again.
  function submitOnce() {
    addEventListener('submit', (event) => {
      const form = event.target
      // A form that saves a file leaves its page where it is.
      if (form.method !== 'post' || event.defaultPrevented || form.dataset.download !== undefined) return
      if (form.ariaBusy === 'true') event.preventDefault()
      form.ariaBusy = 'true'
      event.submitter?.classList.add('pending')
    })
    addEventListener('pageshow', () => {
      for (const form of all('form[aria-busy]')) form.ariaBusy = null
      for (const button of all('.pending')) button.classList.remove('pending')
    })
  }

  // Open menus close when attention goes elsewhere.
  function menus() {
    const close = (except) => {
      for (const menu of all('details[data-menu][open]')) if (menu !== except) menu.open = false
    }
    document.addEventListener('click', (event) => close(event.target.closest?.('details[data-menu]')))
    document.addEventListener('keydown', (event) => {
      const open = document.querySelector('details[data-menu][open]')
      if (event.key !== 'Escape' || !open) return
      open.open = false
      open.querySelector('summary').focus()
    })
  }

  // A line at the top while the next page takes its time: its style waits a moment before it shows it.
  function progress() {
    const root = document.documentElement
    const wait = () => {
      root.dataset.waiting = ''
    }
    addEventListener('click', (event) => {
      const link = event.target.closest?.('a[href]')
      const isElsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
      if (!link || isElsewhere || event.defaultPrevented || link.target || link.matches('[download]')) return
      const { origin, pathname, search, hash } = new URL(link.href)
      // A fragment is of this page; a file leaves the page where it is.
      const isHere = pathname === location.pathname && search === location.search && hash
      if (origin === location.origin && !isHere && !/\/(csv|export|template|file|content)$/.test(pathname)) wait()
    })
    addEventListener('submit', (event) => {
      if (!event.defaultPrevented && event.target.dataset.download === undefined) wait()
    })
    for (const type of ['pageshow', 'pagehide']) addEventListener(type, () => delete root.dataset.waiting)
  }

  // Fetch a page while the pointer rests on its link; never one that signs in, switches language or downloads.
  function prefetch() {
    if (!HTMLScriptElement.supports?.('speculationrules')) return
    const rules = document.createElement('script')
    rules.type = 'speculationrules'
    rules.nonce = script.nonce
    const not = (where) => ({ not: where })
    rules.textContent = JSON.stringify({
      prefetch: [
        {
          eagerness: 'moderate',
          where: {
            and: [
              { href_matches: '/*' },
              not({ href_matches: '/login*' }),
              not({ href_matches: '/identity/*' }),
              not({ href_matches: '/*export*' }),
              not({ selector_matches: '[download], [hreflang], [href^="#"]' }),
            ],
          },
        },
      ],
    })
    document.head.append(rules)
  }

  // A page that takes no part in the cross-fade ends it; that is not an error.
  function transitions() {
    for (const type of ['pageswap', 'pagereveal']) {
      addEventListener(type, ({ viewTransition }) => {
        viewTransition?.ready.catch(() => {})
        viewTransition?.finished.catch(() => {})
        viewTransition?.updateCallbackDone.catch(() => {})
      })
    }
    // A page may be drawn before this script is there to hear of it.
    addEventListener('unhandledrejection', (event) => {
      const { name, message } = event.reason ?? {}
      if (name === 'InvalidStateError' && message.startsWith('Transition was aborted')) event.preventDefault()
    })
  }

  // The head of a table that scrolls sideways cannot stick to the page by itself: it follows the bar.
  function heads() {
    const rooms = all('.wide-room')
    if (rooms.length === 0) return
    const place = () => {
      const bar = document.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0
      for (const room of rooms) {
        const { top, bottom } = room.getBoundingClientRect()
        const head = room.querySelector('thead')
        const below = Math.min(Math.max(0, bar) - top, bottom - top - 2 * head.offsetHeight)
        head.style.translate = below > 0 ? `0 ${below}px` : ''
      }
    }
    addEventListener('scroll', place, { passive: true })
    addEventListener('resize', place)
    place()
  }

  // A form that only carries somebody on: the button is for browsers without scripts.
  function carryOn() {
    document.querySelector('form[data-at-once]')?.requestSubmit()
  }

  // A list that somebody asked to be kept current is read again, unless they are at work on it or the console is away.
  function readAgain() {
    const [asked] = all('[data-reload]')
    if (!asked) return
    const isTyped = (field) => field.value !== field.defaultValue
    setInterval(async () => {
      const isBusy =
        document.querySelector('[data-choice] > input:checked') || all('main textarea, main [type=text]').some(isTyped)
      if (document.hidden || isBusy) return
      const { ok } = await fetch('/healthz', { cache: 'no-store' }).catch(() => ({ ok: false }))
      if (ok) location.reload()
    }, asked.dataset.reload * 1000)
  }

  // A list that somebody wants to be alerted of, points that are followed while somebody looks, and charts take scripts
  // that only such pages load.
  function further() {
    if (document.querySelector('[data-alert]')) import('/alerts.js')
    if (document.querySelector('[data-chart]') || document.documentElement.dataset.texts?.includes('trend'))
      import('/charts.js')
    const follow = () => document.querySelector('[data-live]') && import('/live.js')
    // A page that is React's says when its points are followed.
    document.addEventListener('live:page', follow)
    follow()
  }

  // A form says what is wrong with a field that is left. Where React has the page, that shows it.
  function checks() {
    if (!document.documentElement.dataset.texts && document.querySelector('form[data-check]')) import('/check.js')
  }

  // The search suggests while somebody types; what that takes is read when it is first used.
  function suggestions() {
    document.addEventListener('focusin', async ({ target }) => {
      if (target.dataset?.suggest === undefined || target.role === 'combobox') return
      const { suggest } = await import('/suggest.js')
      suggest(target)
    })
  }

  // A page that fills a screen on a wall turns in place; what that takes is read there only.
  function turnWall() {
    if (document.querySelector('[data-wall]')) import('/wall.js')
  }

  transitions()
  heads()
  language()
  choosePage()
  ranges()
  copies()
  calendars()
  keep()
  tidyAddress()
  submitOnce()
  menus()
  progress()
  prefetch()
  carryOn()
  readAgain()
  further()
  suggestions()
  checks()
  turnWall()
  ownTimes()
  document.querySelector('[data-focus]')?.focus()
  if (window.requestIdleCallback) requestIdleCallback(timeZone, { timeout: 2_000 })
  else setTimeout(timeZone)
})()
