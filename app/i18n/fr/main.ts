import adminUser from '~/features/admin-user/fr'
import alarm from '~/features/alarm/fr'
import backup from '~/features/backup/fr'
import bacnet from '~/features/bacnet/fr'
import building from '~/features/building/fr'
import catalog from '~/features/catalog/fr'
import gallery from '~/features/chart/gallery.fr'
import configuration from '~/features/configuration/fr'
import send from '~/features/configuration/send.fr'
import controllerManagement from '~/features/controller-management/fr'
import controllerNetwork from '~/features/controller-network/fr'
import controllerWriting from '~/features/controller-writing/fr'
import customer from '~/features/customer/fr'
import deployment from '~/features/deployment/fr'
import designer from '~/features/designer/fr'
import device from '~/features/device/fr'
import equipment from '~/features/equipment/fr'
import faultChart from '~/features/fault/chart.fr'
import fault from '~/features/fault/fr'
import graphics from '~/features/graphics/fr'
import group from '~/features/group/fr'
import historian from '~/features/historian/fr'
import home from '~/features/home/fr'
import imported from '~/features/import/fr'
import licence from '~/features/licence/fr'
import map from '~/features/map/fr'
import mapping from '~/features/mapping/fr'
import model from '~/features/model/fr'
import network from '~/features/network/fr'
import onboarding from '~/features/onboarding/fr'
import operator from '~/features/operator/fr'
import override from '~/features/override/fr'
import overview from '~/features/overview/fr'
import packages from '~/features/package/fr'
import point from '~/features/point/fr'
import pointLive from '~/features/point/live.fr'
import profile from '~/features/profile/fr'
import replacing from '~/features/replacing/fr'
import rule from '~/features/rule/fr'
import calendar from '~/features/schedule/calendar.fr'
import scheduleEdit from '~/features/schedule/edit.fr'
import schedule from '~/features/schedule/fr'
import scheduleMaking from '~/features/schedule/making.fr'
import search from '~/features/search/fr'
import shift from '~/features/shift/fr'
import site from '~/features/site/fr'
import siteAgent from '~/features/site-agent/fr'
import space from '~/features/space/fr'
import template from '~/features/template/fr'
import tenant from '~/features/tenant/fr'
import time from '~/features/time/fr'
import trail from '~/features/trail/fr'
import trend from '~/features/trend/fr'
import tunnel from '~/features/tunnel/fr'
import user from '~/features/user/fr'
import type en from '../en/main'
import type { Same } from '../same'
import change from './main/change'
import draft from './main/draft'
import edit from './main/edit'
import frame from './main/frame'
import selection from './main/selection'
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
  pointLive,
  catalog,
  override,
  user,
  configuration,
  network,
  time,
  fault,
  faultChart,
  rule,
  mapping,
  schedule,
  calendar,
  scheduleEdit,
  scheduleMaking,
  gallery,
  bacnet,
  template,
  controllerNetwork,
  siteAgent,
  controllerManagement,
  controllerWriting,
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
