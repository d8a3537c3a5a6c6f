/**
 * A VAV box with its zone: it draws air from a handler, throttles and reheats it, and the zone temperature follows
 * (domain §11.2). °C, L/s, %.
 */
import {
  type Commands,
  type Course,
  type CourseInput,
  clamp,
  emptyColumns,
  forEachStep,
  type HvacFaults,
  moveActuator,
  sunAt,
} from './course'

const boxMaximum = 500
const boxMinimum = 120
/** Highest discharge temperature the heating coil of a box reaches, °C. */
const hottest = 32
/** Default zone setpoint, °C; the heating and cooling setpoints shift with it. */
const usualSetpoint = 22

/** The air that the air handler supplies. */
export interface SupplyAir {
  on: boolean
  occupied: boolean
  outdoor: number
  /** Share of the pressure the box is designed for, 0..1. */
  share: number
}

/** Creates the state of a box and its zone, advanced one minute at a time. */
export function createBox() {
  const now = {
    zone: 21.5,
    carbonDioxide: 450,
    occupied: false,
    heatingSetpoint: 16,
    coolingSetpoint: 28,
    setpoint: usualSetpoint,
    heat: 0,
    flow: 0,
    flowSetpoint: 0,
    flowMaximum: boxMaximum,
    damper: 0,
    reheat: 0,
    hotWater: false,
    discharge: 21.5,
    dischargeSetpoint: 21.5,
  }
  let damperAt = 0
  let reheatAt = 0
  return {
    now,

    /** Computes the demand of the zone and the flow it receives. */
    computeDemand(
      air: SupplyAir,
      { minute, faults, commands }: { minute: number; faults: HvacFaults; commands: Commands },
    ): void {
      now.occupied = commands.OCC === undefined ? air.occupied : commands.OCC > 0
      now.setpoint = commands.ZSP ?? usualSetpoint
      now.heatingSetpoint = commands.HSP ?? (now.occupied ? 21 : 16)
      now.coolingSetpoint = commands.CSP ?? (now.occupied ? 24 : 28)
      const shift = now.setpoint - usualSetpoint
      const warmest = Math.max(now.coolingSetpoint, now.heatingSetpoint + 1) + shift
      const cool = clamp((now.zone - warmest + 0.5) * 100, 0, 100)
      now.heat = cool > 0 ? 0 : clamp((now.heatingSetpoint + shift - now.zone + 0.5) * 100, 0, 100)

      now.flowMaximum = commands.FLOWMAX ?? boxMaximum
      const least = Math.min(boxMinimum, now.flowMaximum)
      now.flowSetpoint = air.on ? (cool > 0 ? least + ((now.flowMaximum - least) * cool) / 100 : least) : 0
      if (commands.FLOWSP !== undefined) now.flowSetpoint = commands.FLOWSP
      now.damper = commands.DMP ?? (air.on ? clamp((100 * now.flowSetpoint) / boxMaximum, 0, 100) : 0)
      damperAt = moveActuator(damperAt, now.damper)
      now.flow = air.on ? (boxMaximum * damperAt * air.share) / 100 : 0
      if (faults.vavDamperStuckClosed && air.on) now.flow = 0.3 * now.flowSetpoint
      if (faults.vavDamperLeak && air.on && minute % 240 < 120) {
        now.damper = 0
        now.flowSetpoint = 0
        now.flow = 0.18 * boxMaximum
      }
    },

    /** Reheats the air and advances the zone. */
    advanceZone(
      air: SupplyAir & { supply: number },
      { minute, faults, commands }: { minute: number; faults: HvacFaults; commands: Commands },
    ): void {
      const { on, outdoor, supply } = air
      now.hotWater = on && outdoor < 18
      now.reheat = commands.RHV ?? (now.hotWater ? now.heat : 0)
      reheatAt = moveActuator(reheatAt, now.reheat)
      const warmed = now.hotWater && !faults.noReheat ? (Math.max(0, hottest - supply) * reheatAt) / 100 : 0
      now.dischargeSetpoint =
        commands.DATSP ?? (now.heat > 0 ? supply + (Math.max(0, hottest - supply) * now.heat) / 100 : supply)
      now.discharge = supply + warmed + (faults.reheatLeak && on ? 5 : 0)
      now.zone +=
        (outdoor - now.zone) / 2400 +
        (now.occupied ? 0.012 : 0.0012) +
        sunAt(minute) * 0.012 +
        (now.flow / boxMaximum) * (now.discharge - now.zone) * 0.01
      if (!on && now.zone < 15.5) now.zone += 0.05
      const breathed = 420 + (now.occupied ? 60_000 / (now.flow + 100) : 0)
      now.carbonDioxide += (breathed - now.carbonDioxide) / 30
    },
  }
}

/** Returns the two days of a box behind an air handler. */
export function boxCourse(input: CourseInput, handler: Course): Course {
  const { now, computeDemand, advanceZone } = createBox()
  const all = emptyColumns(
    input,
    ...(['on', 'occupied', 'ZAT', 'FLOW', 'DAT', 'CO2', 'DMP', 'RHV', 'ZSP', 'HSP', 'CSP'] as const),
    ...(['FLOWSP', 'FLOWMAX', 'DATSP', 'AHUSAT', 'OCC', 'FANSTS', 'HWP'] as const),
  )
  const of = (key: string, step: number) => handler[key]?.[step] ?? 0
  forEachStep(input, (step, minute, { faults, commands }) => {
    const air = {
      on: of('on', step) > 0,
      occupied: of('occupied', step) > 0,
      outdoor: input.outdoor[step] ?? 0,
      share: of('share', step),
      supply: of('supply', step),
    }
    computeDemand(air, { minute, faults, commands })
    advanceZone(air, { minute, faults, commands })
    all.on[step] = Number(air.on)
    all.occupied[step] = Number(now.occupied)
    all.ZAT[step] = now.zone
    all.FLOW[step] = Math.max(0, now.flow) + (faults.flowSensorBias && !air.on ? 90 : 0)
    all.DAT[step] = now.discharge
    all.CO2[step] = now.carbonDioxide
    all.DMP[step] = now.damper
    all.RHV[step] = now.reheat
    all.ZSP[step] = now.setpoint
    all.HSP[step] = now.heatingSetpoint
    all.CSP[step] = now.coolingSetpoint
    all.FLOWSP[step] = now.flowSetpoint
    all.FLOWMAX[step] = now.flowMaximum
    all.DATSP[step] = now.dischargeSetpoint
    all.AHUSAT[step] = air.supply
    all.OCC[step] = Number(now.occupied)
    all.FANSTS[step] = Number(air.on)
    all.HWP[step] = Number(now.hotWater)
  })
  return all
}
