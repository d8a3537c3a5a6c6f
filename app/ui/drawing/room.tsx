/** A room with its thermostat: a heat pump or a thermostat measures no more. */
import { Reading } from './reading'
import { RoomOutline } from './room-outline'
import { Person, Thermostat } from './symbols'
import { isOnIn, type ReadingsOf } from './values'

type RoomReadings = ReadingsOf<'room'>

/** One form for every width: it is small enough. */
export function Room({ readings: on, label }: { readings: RoomReadings; label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset
    <svg role="group" aria-label={label} className="both" width="264" height="184" viewBox="0 0 264 184">
      <g>
        <RoomOutline at={[12, 12]} size={[236, 156]} />
        {on.zone && <Thermostat at={[40, 56]} />}
        {on.occupancy && <Person at={[40, 134]} isOn={isOnIn(on.occupancy)} />}
      </g>
      <Reading reading={on.zone} at={[64, 48]} />
      <Reading reading={on.occupancy} at={[64, 126]} />
    </svg>
  )
}
