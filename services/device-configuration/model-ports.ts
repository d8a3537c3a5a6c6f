/** The ports of each model (domain §5.5, §5.6); a model that is not listed has only `primary` and no RS-485. */
import type { MstpPort } from '../contracts/bacnet-names'

const rs485: Readonly<Record<string, readonly MstpPort[]>> = {
  ECY103: ['onboard'],
  ECY2x3: ['onboard'],
  ECY303: ['onboard'],
  ECY3x0: ['onboard'],
  ECY400: ['onboard', 'module1'],
  ECY600: ['onboard', 'module1', 'module2'],
  ECYAPEX: ['onboard', 'module1', 'module2'],
  ECYS1000: ['onboard', 'module1', 'module2'],
}

/** Ports of a plant's controllers that meters and drives use for Modbus RTU. */
const modbus: Readonly<Record<string, readonly MstpPort[]>> = { ECYAPEX: ['module2'], ECYS1000: ['module2'] }

export const rs485PortsOf = (modelType: string): readonly MstpPort[] => rs485[modelType] ?? []
export const modbusPortsOf = (modelType: string): readonly MstpPort[] => modbus[modelType] ?? []
