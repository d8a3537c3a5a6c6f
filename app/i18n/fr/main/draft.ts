import type en from '../../en/main/draft'
import type { Same } from '../../same'

const draft: Same<typeof en> = {
  title: 'Formulaire conservé',
}

export default draft
