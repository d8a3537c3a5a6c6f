import building from './main/building'
import change from './main/change'
import customer from './main/customer'
import deployment from './main/deployment'
import device from './main/device'
import frame from './main/frame'
import group from './main/group'
import home from './main/home'
import network from './main/network'
import profile from './main/profile'
import send from './main/send'
import site from './main/site'
import space from './main/space'
import tenant from './main/tenant'
import trail from './main/trail'
import user from './main/user'

/** Texts of the screens, by area: the key sits where the screen sits. */
const main = {
  frame,
  home,
  tenant,
  customer,
  group,
  site,
  building,
  space,
  device,
  user,
  network,
  send,
  deployment,
  trail,
  change,
  profile,
}

export default main
