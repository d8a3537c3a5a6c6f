/**
 * Drawings of equipment: SVG of the server with values where they are measured. Letters have one size at every width:
 * a wide drawing where there is room for it, its parts one below the other where there is not.
 */
import './drawing.css'
import type { ReactNode } from 'react'
import { AirHandler, AirHandlerStrip } from './air-handler'
import { FanCoil, FanCoilStrip } from './fan-coil'
import { Generic } from './generic'
import { Boiler, BoilerStrip, Chiller, ChillerStrip } from './plant'
import { Room } from './room'
import { TerminalBox, TerminalBoxStrip } from './terminal-box'
import type { DrawnEquipment } from './values'

/** `label` names the drawing: "Drawing of AHU-1, air handling unit". */
export function Drawing({ equipment, label }: { equipment: DrawnEquipment; label: string }) {
  return <figure className="schematic">{formsOf(equipment, label)}</figure>
}

function formsOf(equipment: DrawnEquipment, label: string): ReactNode {
  switch (equipment.kind) {
    case 'airHandler':
      return forms(<AirHandler {...equipment} label={label} />, <AirHandlerStrip {...equipment} label={label} />)
    case 'terminalBox':
      return forms(<TerminalBox {...equipment} label={label} />, <TerminalBoxStrip {...equipment} label={label} />)
    case 'fanCoil':
      return forms(<FanCoil {...equipment} label={label} />, <FanCoilStrip {...equipment} label={label} />)
    case 'chiller':
      return forms(<Chiller {...equipment} label={label} />, <ChillerStrip {...equipment} label={label} />)
    case 'boiler':
      return forms(<Boiler {...equipment} label={label} />, <BoilerStrip {...equipment} label={label} />)
    case 'room':
      return <Room {...equipment} label={label} />
    case 'generic':
      return <Generic {...equipment} label={label} />
  }
}

const forms = (wide: ReactNode, strip: ReactNode) => (
  <>
    {wide}
    {strip}
  </>
)
