import type en from '../../en/main/edit'
import type { Same } from '../../same'

const edit: Same<typeof en> = {
  title: 'Modifier',
}

export default edit
