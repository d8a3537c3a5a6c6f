/** The BACnet settings of a controller as pages show them: general, IP network and RS-485 ports (domain §5.6). */
import { type MstpPort, mstpPorts } from '#contracts/bacnet-names'
import type { KindView, SettingField } from '~/features/configuration/shared/kind'
import type { Translate } from '~/i18n/instance'

type Label = keyof typeof import('../en').default.field
type FieldOptions = Partial<SettingField>

const fieldOf =
  (group: (t: Translate) => string) =>
  (path: string, label: Label, control: SettingField['control'], more: FieldOptions = {}): SettingField => ({
    path,
    input: path,
    label: (t) => t(`main:bacnet.field.${label}`),
    fullLabel: (t) => t('main:bacnet.setting', { group: group(t), field: t(`main:bacnet.field.${label}`) }),
    control,
    ...more,
  })

const generalTitle = (t: Translate) => t('main:bacnet.group.general')
const general = fieldOf(generalTitle)

const ipTitle = (t: Translate) => t('main:bacnet.group.ip')
const ip = fieldOf(ipTitle)

const portTitle = (port: MstpPort) => (t: Translate) =>
  t('main:bacnet.group.port', { port: t(`main:bacnet.port.${port}`) })

/** Returns the group of settings of one RS-485 port. */
function portGroup(port: MstpPort) {
  const of = fieldOf(portTitle(port))
  return {
    name: port,
    title: portTitle(port),
    fields: [
      of(`mstp.${port}.enabled`, 'mstpEnabled', 'switch'),
      of(`mstp.${port}.networkNumber`, 'networkNumber', 'digits', { hint: (t) => t('main:bacnet.hint.networkNumber') }),
      of(`mstp.${port}.macAddress`, 'macAddress', 'digits', { hint: (t) => t('main:bacnet.hint.macAddress') }),
      of(`mstp.${port}.baudRate`, 'baudRate', 'choice', { isNumber: true }),
      of(`mstp.${port}.maxMaster`, 'maxMaster', 'digits', { hint: (t) => t('main:bacnet.hint.maxMaster') }),
      of(`mstp.${port}.maxInfoFrames`, 'maxInfoFrames', 'digits', { hint: (t) => t('main:bacnet.hint.maxInfoFrames') }),
    ],
  }
}

export const bacnetView: KindView = {
  name: 'bacnet',
  groups: [
    {
      name: 'general',
      title: generalTitle,
      fields: [
        general('general.controllerName', 'controllerName', 'words', {
          notForMany: (t) => t('main:bacnet.bulkName'),
        }),
        general('general.deviceInstance', 'deviceInstance', 'digits', {
          hint: (t) => t('main:bacnet.hint.deviceInstance'),
          isIncremented: true,
        }),
        general('general.location', 'location', 'words'),
        general('general.description', 'description', 'words'),
        general('general.apduTimeoutMs', 'apduTimeoutMs', 'digits', { hint: (t) => t('main:bacnet.hint.timeout') }),
        general('general.apduSegmentTimeoutMs', 'apduSegmentTimeoutMs', 'digits', {
          hint: (t) => t('main:bacnet.hint.timeout'),
        }),
        general('general.apduRetries', 'apduRetries', 'digits', { hint: (t) => t('main:bacnet.hint.retries') }),
        general('routing.enabled', 'routing', 'switch'),
      ],
    },
    {
      name: 'ip',
      title: ipTitle,
      fields: [
        ip('ip.enabled', 'ipEnabled', 'switch'),
        ip('ip.networkNumber', 'networkNumber', 'digits', { hint: (t) => t('main:bacnet.hint.networkNumber') }),
        ip('ip.udpPort', 'udpPort', 'digits', { hint: (t) => t('main:bacnet.hint.udpPort') }),
        ip('ip.bbmd.enabled', 'bbmd', 'switch', { hint: (t) => t('main:bacnet.hint.bbmd') }),
        ip('ip.bbmd.table', 'bbmdTable', 'lines', { hint: (t) => t('main:bacnet.hint.bbmdTable') }),
        ip('ip.foreignDevice.enabled', 'foreignDevice', 'switch', { hint: (t) => t('main:bacnet.hint.foreignDevice') }),
        ip('ip.foreignDevice.bbmdIp', 'bbmdIp', 'words', { inputMode: 'decimal', isClearable: true }),
        ip('ip.foreignDevice.bbmdPort', 'bbmdPort', 'digits', { hint: (t) => t('main:bacnet.hint.udpPort') }),
        ip('ip.foreignDevice.ttlSec', 'ttlSec', 'digits', { hint: (t) => t('main:bacnet.hint.ttl') }),
      ],
    },
    ...mstpPorts.map(portGroup),
  ],
}
