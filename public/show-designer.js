/*
 * Shows a page of the designer in a container of this page. The designer runs in a frame without an origin: it reaches
 * nothing of this page, has no cookie and no token, and is told everything by message. Its calls are made with a ticket
 * of a few minutes, which this page asks for where its person is signed in.
 */
;(() => {
  const longestLoad = 20_000

  async function ticketFor({ dataset }) {
    const answer = await fetch(dataset.ticket, { headers: { accept: 'application/json' }, cache: 'no-store' })
    if (!answer.ok || answer.redirected) {
      // Signed out, or without the permission: asking again changes nothing, as it may where the console is away.
      const isOver = answer.redirected || [401, 403, 404].includes(answer.status)
      throw Object.assign(new Error(`no ticket: ${answer.status}`), { isOver })
    }
    return (await answer.json()).ticket
  }

  /**
   * Shows the page at a path of the project, with what its texts are told, in the container of that id; as a preview
   * without live values. Resolves with the frame once the designer has loaded the page, and rejects where it does not;
   * the container hears `designer:ended` where it has to go later.
   * Without a path the designer shows the first page; a place without a project has a blank one.
   */
  function showDesigner({ container, page = '', parameters = {}, preview = false }) {
    const place = document.getElementById(container)
    if (!place) return Promise.reject(new Error(`no container ${container}`))
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.referrerPolicy = 'no-referrer'
    frame.title = place.dataset.title ?? ''
    if (place.dataset.width) frame.style.aspectRatio = `${place.dataset.width} / ${place.dataset.height}`
    frame.hidden = true
    return new Promise((resolve, reject) => {
      const fail = (error) => {
        clearTimeout(late)
        removeEventListener('message', hear)
        const wasShown = !frame.hidden
        frame.remove()
        reject(error)
        if (wasShown) place.dispatchEvent(new CustomEvent('designer:ended', { bubbles: true }))
      }
      const late = setTimeout(() => fail(new Error('the designer did not load')), longestLoad)
      // A frame without an origin can be named by no other word than any; what it may become is bound by our policy.
      const tell = (message) => frame.contentWindow?.postMessage(message, '*')
      const answers = {
        'designer:ready': async () =>
          tell({
            type: 'designer:show',
            api: `${location.origin}/designer/api/v1`,
            node: place.dataset.node,
            language: document.documentElement.lang,
            ticket: await ticketFor(place),
            page,
            parameters,
            preview,
          }),
        'designer:ticket': async () => tell({ type: 'designer:ticket', ticket: await ticketFor(place) }),
        'designer:loaded': () => {
          clearTimeout(late)
          frame.hidden = false
          resolve(frame)
        },
        'designer:failed': ({ reason }) => fail(new Error(`the designer failed: ${reason}`)),
        'designer:open': ({ page: path }) =>
          place.dispatchEvent(new CustomEvent('designer:open', { bubbles: true, detail: path })),
      }
      const hear = async ({ source, origin, data }) => {
        if (source !== frame.contentWindow || origin !== 'null' || !Object.hasOwn(answers, data?.type)) return
        try {
          await answers[data.type](data)
        } catch (error) {
          // What is drawn stays, marked as old by the designer, which asks again.
          if (frame.hidden || error.isOver) fail(error)
        }
      }
      addEventListener('message', hear)
      frame.src = '/designer/viewer.html'
      place.append(frame)
    })
  }

  window.showDesigner = showDesigner

  // What this page asks for by itself: the drawing takes the place of the picture once it is there.
  for (const place of document.querySelectorAll('[data-designer]')) {
    const { page, parameters, preview } = place.dataset
    const wanted = {
      container: place.id,
      page,
      parameters: JSON.parse(parameters ?? '{}'),
      preview: preview !== undefined,
    }
    const picture = place.querySelector('.drawing')
    const say = (what) => {
      place.querySelector(`[data-${what}]`).hidden = false
    }
    showDesigner(wanted).then(
      () => picture?.remove(),
      () => say('failed'),
    )
    place.addEventListener('designer:ended', () => {
      if (picture) place.prepend(picture)
      say('ended')
    })
    // A link inside the drawing leads where the list of this page leads.
    place.addEventListener('designer:open', ({ detail }) => {
      const address = new URL(location.href)
      address.search = new URLSearchParams({ page: String(detail) })
      location.assign(address)
    })
  }
})()
