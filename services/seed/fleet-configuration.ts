/** Templates with their backups, settings that are saved and not sent yet, and logs of builds (domain §8.2, §11.1). */
import type { BackupPart, TemplateSections } from '../contracts/configuration-templates'
import { bacnetSettingsOf, readBacnet, storeBacnet } from '../device-configuration/bacnet-records'
import { buildSteps } from '../device-configuration/gfx-project'
import { readTime, storeTime, timeSettingsOf } from '../device-configuration/time-records'
import { prng, seedId, seedOf } from '../kit/deterministic'
import type { World } from '../kit/world'
import { storeSettings } from '../link/settings-backups'
import { runningSettings } from '../simulation/controllers/backup-run'
import { installedOn } from '../site/packages/installed'
import { productId, productOf } from './catalogue-products'
import { deviceIdOf, insert, siteIdOf } from './fleet-write'
import { customerIdOf, tenantIdOf } from './people'

const day = 86_400_000
const author = 'Amélie Tremblay'

interface TemplatePlan {
  key: string
  customer: string
  site: number
  name: string
  description: string
  model: string
  sections: TemplateSections
  /** Controllers it was used for. */
  appliedTo: readonly string[]
  backup: { device: string; name: string; includes: readonly BackupPart[] }
}

const ntpServers = ['0.pool.ntp.org', '1.pool.ntp.org']

const templates: readonly TemplatePlan[] = [
  {
    key: 'vav',
    customer: 'CUS1001',
    site: 1,
    name: 'VAV of an office floor',
    description: 'Time and BACnet of the boxes above the offices.',
    model: 'ECYVAV',
    sections: {
      time: { timeZone: 'America/Toronto', autoTime: true, ntpServers },
      bacnet: { general: { location: 'Office floor', apduTimeoutMs: 3000 }, ip: { networkNumber: 1 } },
      users: {},
    },
    appliedTo: ['story-2'],
    backup: { device: 'story-2', name: 'Before the renovation', includes: ['timeZone', 'bacnet', 'network', 'users'] },
  },
  {
    key: 'operating',
    customer: 'CUS1002',
    site: 4,
    name: 'Operating suite',
    description: 'Air handlers that may never lose their time.',
    model: 'ECYS1000',
    sections: {
      time: { timeZone: 'America/Toronto', autoTime: true, ntpServers: ['10.4.0.123', ...ntpServers] },
      network: { primary: { ipv4: { primaryDns: '10.4.0.53', secondaryDns: '10.4.0.54' } } },
    },
    appliedTo: ['story-6'],
    backup: { device: 'story-6', name: 'After commissioning', includes: ['timeZone', 'network', 'trendLog'] },
  },
  {
    key: 'residence',
    customer: 'CUS1004',
    site: 43,
    name: 'Centrale de résidence',
    description: 'Paramètres communs des centrales des résidences.',
    model: 'ECY303',
    sections: {
      bacnet: { general: { description: 'Centrale de résidence' }, mstp: [{ port: 'onboard', enabled: true }] },
      network: { primary: { ipv4: { primaryDns: '10.43.0.53' } } },
    },
    appliedTo: ['montcalm-RES-ECY303-1', 'montcalm-GEN-ECY303-1'],
    backup: {
      device: 'montcalm-RES-ECY303-1',
      name: 'Avant la panne',
      includes: ['timeZone', 'bacnet', 'network', 'hostname'],
    },
  },
]

/** Writes them; all past times are relative to `epoch` (ms). */
export function writeConfigurations(world: World, epoch: number): void {
  for (const plan of templates) writeTemplate(world, epoch, plan)
  saveUnsent(world)
  for (let story = 1; story <= 6; story++) writeBuildLog(world, deviceIdOf(`story-${story}`))
}

function writeTemplate(world: World, epoch: number, plan: TemplatePlan): void {
  const id = seedId('template', plan.key)
  const owner = { tenant_id: tenantIdOf(world, 'boreal'), customer_id: customerIdOf(plan.customer) }
  insert(world, 'configuration_template', {
    id,
    ...owner,
    site_id: siteIdOf(plan.site),
    name: plan.name,
    description: plan.description,
    product_id: productId(plan.model),
    sections: JSON.stringify(plan.sections),
    created_by: author,
    created_at: epoch - 60 * day,
    updated_at: epoch - 20 * day,
  })
  for (const [at, key] of plan.appliedTo.entries()) {
    insert(world, 'template_application', {
      template_id: id,
      device_id: deviceIdOf(key),
      at: epoch - 19 * day + at * 60_000,
      result: 'succeed',
    })
  }
  writeBackup(world, epoch - 12 * day, { id, owner, plan })
}

interface OfTemplate {
  id: string
  owner: { tenant_id: string; customer_id: string }
  plan: TemplatePlan
}

function writeBackup(world: World, at: number, { id, owner, plan: { key, model, backup } }: OfTemplate): void {
  const deviceId = deviceIdOf(backup.device)
  const packages = installedOn(world.store, deviceId)
  const device = world.store.get<{ host_id: string }>('SELECT host_id FROM device WHERE id = ?', deviceId)
  const row = {
    id: seedId('backup', key),
    source_id: deviceId,
    includes: JSON.stringify(backup.includes),
    packages: JSON.stringify(packages),
    platform: JSON.stringify({
      modelName: productOf(model).model.name,
      softwareVersion: packages.find(({ name }) => name === 'platform')?.version ?? null,
    }),
  }
  insert(world, 'template_backup', {
    ...row,
    ...owner,
    template_id: id,
    model_type: model,
    name: backup.name,
    key: `${device?.host_id}-${new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)}`,
    state: 'running',
    created_at: at,
  })
  storeSettings(world, row, runningSettings(world, deviceId, backup.includes))
}

/** Saves settings that differ from what the controllers run, where the plan of the fleet marks them dirty. */
function saveUnsent(world: World): void {
  for (const key of ['BIB-ECYVAV-7', 'BIB-ECYVAV-8', 'GEN-ECYVAV-8']) {
    const row = readBacnet(world, deviceIdOf(`montcalm-${key}`))
    const settings = bacnetSettingsOf(row.saved)
    storeBacnet(world, row, { ...settings, general: { ...settings.general, location: 'Plafond' } })
  }
  for (const key of ['REC-ECY303-1', 'GEN-ECYVAV-8', 'MED-ECY600-1']) {
    const row = readTime(world, deviceIdOf(`montcalm-${key}`))
    storeTime(world, row, { ...timeSettingsOf(row.saved), ntpServers })
  }
}

/** Writes the log of the build of the graphics a controller runs. */
function writeBuildLog(world: World, deviceId: string): void {
  const state = world.store.get<{ tenant_id: string; customer_id: string; file_name: string; last_sent_time: number }>(
    `SELECT tenant_id, customer_id, file_name, last_sent_time FROM configuration_state
     WHERE device_id = ? AND type = 'gfx' AND file_name IS NOT NULL`,
    deviceId,
  )
  if (!state) return
  const random = prng(seedOf(`${deviceId}/build`))
  let at = state.last_sent_time - 60_000
  const owner = { tenant_id: state.tenant_id, customer_id: state.customer_id }
  for (const step of ['queue', ...buildSteps]) {
    const message = step === 'queue' ? `The build of ${state.file_name} was requested.` : `${step}: done.`
    insert(world, 'send_log', { device_id: deviceId, ...owner, type: 'gfx.build', at, level: 'info', message, step })
    at += 500 + Math.round(random() * 2000)
  }
}
