import type en from '../../en/main/search'
import type { Same } from '../../same'

const search: Same<typeof en> = {
  title: 'Recherche',
}

export default search
