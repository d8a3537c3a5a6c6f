import type { Same } from '~/i18n/same'
import type en from './live.en'

const pointLive = {
  unheard: 'Ancienne : plus rien n’a été reçu depuis',
  connecting: 'Connexion…',
  on: 'En direct',
  polled: 'Toutes les {{seconds}} s',
  lost: 'Pas en direct',
  paused: 'En pause',
  pause: 'Mettre en pause',
  resume: 'Reprendre',
} satisfies Same<typeof en>

export default pointLive
