import type en from '../../en/main/onboarding'
import type { Same } from '../../same'

const onboarding: Same<typeof en> = {
  title: 'Mise en service',
}

export default onboarding
