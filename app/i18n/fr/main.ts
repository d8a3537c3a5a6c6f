import type en from '../en/main'
import type { Same } from '../same'
import adminUser from './main/admin-user'
import alarm from './main/alarm'
import backup from './main/backup'
import bacnet from './main/bacnet'
import building from './main/building'
import calendar from './main/calendar'
import catalog from './main/catalog'
import change from './main/change'
import configuration from './main/configuration'
import customer from './main/customer'
import deployment from './main/deployment'
import designer from './main/designer'
import device from './main/device'
import draft from './main/draft'
import edit from './main/edit'
import equipment from './main/equipment'
import fault from './main/fault'
import frame from './main/frame'
import gallery from './main/gallery'
import graphics from './main/graphics'
import group from './main/group'
import historian from './main/historian'
import home from './main/home'
import imported from './main/import'
import licence from './main/licence'
import map from './main/map'
import mapping from './main/mapping'
import model from './main/model'
import network from './main/network'
import onboarding from './main/onboarding'
import operator from './main/operator'
import override from './main/override'
import overview from './main/overview'
import packages from './main/package'
import point from './main/point'
import profile from './main/profile'
import replacing from './main/replacing'
import rule from './main/rule'
import schedule from './main/schedule'
import scheduleEdit from './main/schedule-edit'
import scheduleMaking from './main/schedule-making'
import search from './main/search'
import selection from './main/selection'
import send from './main/send'
import shift from './main/shift'
import site from './main/site'
import space from './main/space'
import template from './main/template'
import tenant from './main/tenant'
import time from './main/time'
import trail from './main/trail'
import trend from './main/trend'
import tunnel from './main/tunnel'
import user from './main/user'
import view from './main/view'

/** Texts of the screens, by area: the key sits where the screen sits. */
const main = {
  frame,
  view,
  overview,
  historian,
  home,
  tenant,
  customer,
  group,
  site,
  building,
  alarm,
  space,
  device,
  licence,
  equipment,
  point,
  catalog,
  override,
  user,
  configuration,
  network,
  time,
  fault,
  rule,
  mapping,
  schedule,
  calendar,
  scheduleEdit,
  scheduleMaking,
  gallery,
  bacnet,
  template,
  backup,
  adminUser,
  graphics,
  designer,
  replacing,
  selection,
  send,
  deployment,
  trail,
  trend,
  change,
  profile,
  tunnel,
  onboarding,
  search,
  shift,
  model,
  package: packages,
  operator,
  import: imported,
  map,
  draft,
  edit,
} satisfies Same<typeof en>

export default main
