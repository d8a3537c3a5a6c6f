/** What follows the values of a page. */
const pointLive = {
  unheard: 'Stale: no update since',
  connecting: 'Connecting…',
  on: 'Live',
  polled: 'Every {{seconds}} s',
  lost: 'Not live',
  paused: 'Paused',
  pause: 'Pause',
  resume: 'Resume',
}

export default pointLive
