import type en from '../../en/main/map'
import type { Same } from '../../same'

const map: Same<typeof en> = {
  title: 'Carte',
}

export default map
