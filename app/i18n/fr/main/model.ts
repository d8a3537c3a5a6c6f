import type en from '../../en/main/model'
import type { Same } from '../../same'

const model: Same<typeof en> = {
  title: 'Modèles de contrôleurs',
}

export default model
