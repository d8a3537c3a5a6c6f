/** What the network form posts, as the value that is saved (spec §5). */
import { z } from 'zod'
import { addressFields, type InterfaceName, interfaceNames } from '#contracts/network-names'
import { type FormField, type InterfaceForm, type NetworkForm, networkValue } from '~/domain/network-form'
import { networkProblems } from '~/domain/network-problems'
import { DeviceIds } from '~/screens/configuration/device-ids'
import { inputName, inputOf, type SettingName, settingPath, settingsOf } from './fields'

const Switch = z.enum(['on', 'off']).optional()
const Text = z.string().max(100).optional()
const Settings = z.object({
  enabled: Switch,
  interfaces: z.array(z.enum(['primary', 'secondary', 'auxiliary'])).optional(),
  dhcpEnabled: Switch,
  ipAddress: Text,
  subnetPrefixLength: Text,
  gateway: Text,
  primaryDns: Text,
  secondaryDns: Text,
})
type Settings = z.infer<typeof Settings>
const SettingKey = z.enum(['enabled', 'interfaces', 'dhcpEnabled', ...addressFields])
const Kept = z.partialRecord(SettingKey, z.literal('on').optional())
const Originals = z.partialRecord(SettingKey, z.union([z.string(), z.array(z.string())]).optional())
const perInterface = <T extends z.ZodType>(schema: T) =>
  z
    .object({
      bridge: schema.optional(),
      primary: schema.optional(),
      secondary: schema.optional(),
      auxiliary: schema.optional(),
    })
    .optional()

const Posted = perInterface(Settings)
  .unwrap()
  .extend({
    device: DeviceIds.min(1, { error: 'errors:nothingChosen' }),
    eTag: z.string().max(500).optional(),
    shown: z.array(z.string().max(100)).max(100).optional(),
    keep: perInterface(Kept),
    was: perInterface(Originals),
  })
type Posted = z.infer<typeof Posted>

/** What the settings form asks for, with the checks that need no controller (domain §5.5). */
export const NetworkSettings = Posted.superRefine((posted, issues) => {
  const problems = networkProblems(networkValue(formOf(posted)), { bulk: posted.device.length > 1 })
  for (const [path, key] of Object.entries(problems)) {
    issues.addIssue({ code: 'custom', path: inputOf(path).split('.'), message: `errors:${key}` })
  }
}).transform((posted) => ({
  ids: [...new Set(posted.device)],
  eTag: posted.eTag ?? null,
  value: networkValue(formOf(posted)),
  overlooked: overlookedIn(posted),
}))
export type NetworkSettings = z.infer<typeof NetworkSettings>

function formOf(posted: Posted): NetworkForm {
  const form: NetworkForm = {}
  for (const name of interfaceNames) {
    const typed: Settings = posted[name] ?? {}
    const field = <T>(setting: SettingName, value: T | undefined): FormField<T> => ({
      keep: isKept(posted, name, setting),
      value: value ?? null,
    })
    const ipv4: NonNullable<InterfaceForm['ipv4']> = { dhcpEnabled: field('dhcpEnabled', isOn(typed.dhcpEnabled)) }
    for (const setting of addressFields) {
      // An empty input arrives as nothing at all: only what the form showed was left empty on purpose.
      const isAsked = typed[setting] !== undefined || posted.shown?.includes(inputName(name, setting))
      if (isAsked) ipv4[setting] = field<string | number>(setting, typed[setting])
    }
    form[name] = {
      enabled: field('enabled', isOn(typed.enabled)),
      interfaces: field<readonly string[]>('interfaces', typed.interfaces),
      ipv4,
    }
  }
  return form
}

function isOn(word: 'on' | 'off' | undefined): boolean | undefined {
  return word === undefined ? undefined : word === 'on'
}

/** A setting the form did not show is left as it is. */
function isKept(posted: Posted, name: InterfaceName, setting: SettingName): boolean {
  return posted.keep?.[name]?.[setting] === 'on'
}

/** The settings that were filled in while their no-change box stayed ticked. */
function overlookedIn(posted: Posted): string[] {
  const text = (values: string | readonly string[] | undefined) => [values ?? []].flat().sort().join()
  return interfaceNames.flatMap((name) =>
    settingsOf(name).flatMap((setting) => {
      const typed = text(posted[name]?.[setting])
      const isTyped = typed !== '' && typed !== text(posted.was?.[name]?.[setting])
      return isTyped && isKept(posted, name, setting) ? [settingPath(name, setting)] : []
    }),
  )
}
