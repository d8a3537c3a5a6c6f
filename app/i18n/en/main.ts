import adminUser from '~/features/admin-user/en'
import alarm from '~/features/alarm/en'
import backup from '~/features/backup/en'
import bacnet from '~/features/bacnet/en'
import building from '~/features/building/en'
import catalog from '~/features/catalog/en'
import gallery from '~/features/chart/gallery.en'
import configuration from '~/features/configuration/en'
import send from '~/features/configuration/send.en'
import controllerManagement from '~/features/controller-management/en'
import controllerNetwork from '~/features/controller-network/en'
import controllerWriting from '~/features/controller-writing/en'
import customer from '~/features/customer/en'
import deployment from '~/features/deployment/en'
import designer from '~/features/designer/en'
import device from '~/features/device/en'
import equipment from '~/features/equipment/en'
import faultChart from '~/features/fault/chart.en'
import fault from '~/features/fault/en'
import graphics from '~/features/graphics/en'
import group from '~/features/group/en'
import historian from '~/features/historian/en'
import home from '~/features/home/en'
import imported from '~/features/import/en'
import licence from '~/features/licence/en'
import map from '~/features/map/en'
import mapping from '~/features/mapping/en'
import model from '~/features/model/en'
import network from '~/features/network/en'
import onboarding from '~/features/onboarding/en'
import operator from '~/features/operator/en'
import override from '~/features/override/en'
import overview from '~/features/overview/en'
import packages from '~/features/package/en'
import point from '~/features/point/en'
import pointLive from '~/features/point/live.en'
import profile from '~/features/profile/en'
import replacing from '~/features/replacing/en'
import rule from '~/features/rule/en'
import calendar from '~/features/schedule/calendar.en'
import scheduleEdit from '~/features/schedule/edit.en'
import schedule from '~/features/schedule/en'
import scheduleMaking from '~/features/schedule/making.en'
import search from '~/features/search/en'
import shift from '~/features/shift/en'
import site from '~/features/site/en'
import siteAgent from '~/features/site-agent/en'
import space from '~/features/space/en'
import template from '~/features/template/en'
import tenant from '~/features/tenant/en'
import time from '~/features/time/en'
import trail from '~/features/trail/en'
import trend from '~/features/trend/en'
import tunnel from '~/features/tunnel/en'
import user from '~/features/user/en'
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
}

export default main
