/** The twelve packages of the demonstration, three versions each, oldest first (domain §7.5, §11.1). */
import type { CatalogueEntry } from '../site/deployments/plan'

interface PackageLine {
  name: string
  displayName: string
  description: string
  versions: readonly [string, string, string]
  megabytes: number
  architectures: readonly string[]
  mandatory?: boolean
  requiresFeature?: string
  dependencies?: readonly { name: string; minVersion: string }[]
}

const everywhere = ['ARM', 'AArch64', 'AMD64'] as const
const onPlatform = [{ name: 'platform', minVersion: '1.17' }]

const lines: readonly PackageLine[] = [
  {
    name: 'platform',
    displayName: 'Platform',
    description: 'Operating system, drivers and the engine every other package runs on.',
    versions: ['1.17.22053.807', '1.18.23046.211', '1.19.24031.902'],
    megabytes: 180,
    architectures: everywhere,
    mandatory: true,
  },
  {
    name: 'gfx',
    displayName: 'Graphics engine',
    description: 'Runs the control program of a graphics file.',
    versions: ['2.2.22310.118', '2.3.22874.660', '2.4.23110.512'],
    megabytes: 24,
    architectures: everywhere,
    mandatory: true,
    dependencies: onPlatform,
  },
  {
    name: 'bacnet',
    displayName: 'BACnet stack',
    description: 'Speaks BACnet/IP and BACnet MS/TP.',
    versions: ['4.0.21904.55', '4.1.22601.310', '4.2.23755.18'],
    megabytes: 12,
    architectures: everywhere,
    mandatory: true,
    dependencies: onPlatform,
  },
  {
    name: 'modbus',
    displayName: 'Modbus',
    description: 'Reads and writes Modbus RTU and TCP registers.',
    versions: ['1.3.20117.4', '1.4.22190.71', '1.5.23302.9'],
    megabytes: 8,
    architectures: everywhere,
    dependencies: onPlatform,
  },
  {
    name: 'schedules',
    displayName: 'Schedules',
    description: 'Weekly schedules, exceptions and calendars.',
    versions: ['2.0.21550.12', '2.1.22840.33', '2.2.23998.140'],
    megabytes: 6,
    architectures: everywhere,
    requiresFeature: 'schedules',
    dependencies: [{ name: 'bacnet', minVersion: '4.1' }],
  },
  {
    name: 'alarms',
    displayName: 'Alarms',
    description: 'Watches limits and states and notifies.',
    versions: ['3.0.21710.8', '3.1.22955.47', '3.2.23870.26'],
    megabytes: 6,
    architectures: everywhere,
    requiresFeature: 'alarms',
    dependencies: [{ name: 'bacnet', minVersion: '4.1' }],
  },
  {
    name: 'trends',
    displayName: 'Trends',
    description: 'Keeps the history of points.',
    versions: ['1.8.22004.90', '1.9.22977.15', '1.10.23640.204'],
    megabytes: 16,
    architectures: everywhere,
    requiresFeature: 'historian',
    dependencies: onPlatform,
  },
  {
    name: 'weather',
    displayName: 'Weather',
    description: 'Outdoor conditions and forecast as points.',
    versions: ['1.8.0', '2.0.0', '2.1.0'],
    megabytes: 4,
    architectures: everywhere,
    dependencies: onPlatform,
  },
  {
    name: 'mqtt',
    displayName: 'MQTT',
    description: 'Publishes points to a message broker.',
    versions: ['1.0.22412.6', '1.1.23008.81', '1.2.23915.3'],
    megabytes: 10,
    architectures: everywhere,
    requiresFeature: 'mqtt',
    dependencies: onPlatform,
  },
  {
    name: 'remote-tunneling',
    displayName: 'Remote tunnelling',
    description: 'Lets a person reach the controller from outside for a while.',
    versions: ['1.2.22109.30', '1.3.22991.62', '1.4.23844.7'],
    megabytes: 14,
    architectures: everywhere,
    requiresFeature: 'remoteTunneling',
    dependencies: onPlatform,
  },
  {
    name: 'designer-viewer',
    displayName: 'Designer viewer',
    description: 'Shows the drawings of a site from the controller itself.',
    versions: ['5.0.22750.1', '5.1.23287.44', '5.2.23906.12'],
    megabytes: 40,
    architectures: ['MULTIPLE'],
    dependencies: [{ name: 'gfx', minVersion: '2.3' }],
  },
  {
    name: 'fdd-agent',
    displayName: 'Fault detection agent',
    description: 'Evaluates fault rules on the controller.',
    versions: ['0.8.23015.2', '0.9.23480.19', '1.0.23977.5'],
    megabytes: 32,
    architectures: ['AArch64', 'AMD64'],
    requiresFeature: 'faultDetection',
    dependencies: [{ name: 'trends', minVersion: '1.9' }],
  },
]

/** Every version of every package; `size` is in bytes. */
export const packageCatalogue: readonly (CatalogueEntry & { size: number })[] = lines.flatMap((line) =>
  line.versions.map((version) => ({
    key: `${line.name}@${version}`,
    name: line.name,
    version,
    displayName: line.displayName,
    description: line.description,
    mandatory: line.mandatory ?? false,
    files: line.architectures.map((architecture) => ({
      architecture,
      url: `https://packages.plantroom.example/${line.name}/${version}/${architecture}.dcar`,
    })),
    dependencies: [...(line.dependencies ?? [])],
    ...(line.requiresFeature ? { requiresFeature: line.requiresFeature } : {}),
    size: line.megabytes * 1_000_000,
  })),
)

/** Returns a version of a package: `versionsBack` 0 is the newest, 1 the previous one. */
export function versionOf(name: string, versionsBack = 0): string {
  const line = lines.find((entry) => entry.name === name)
  const version = line?.versions[2 - versionsBack]
  if (!version) throw new Error(`No package ${name} with ${versionsBack + 1} versions`)
  return version
}
