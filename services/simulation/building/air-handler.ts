/**
 * Two days of an air handler and one zone that represents all the zones it serves, in steps of a minute: sequencing by
 * Guideline 36 operating states, coil lag, and injectable faults (domain §11.2). °C, Pa, %.
 */
import { createBox } from './box'
import {
  type Commands,
  type Course,
  type CourseInput,
  clamp,
  emptyColumns,
  forEachStep,
  type HvacFaults,
  isUsuallyOccupied,
  moveActuator,
} from './course'

/** Temperature rise across the supply fan, °C. */
const fanRise = 1
/** Outdoor air when none is commanded, %. */
const usualOutdoorAir = 20
const heatingSpan = 40
const coolingSpan = 22
const usualPressure = 250
/** A well-tuned sequence does not chatter: a new operating state must be requested for twelve minutes. */
const dwellMinutes = 12

/** What an air handler keeps from one minute to the next. */
interface AirHandler {
  /** The operating state of the sequence, and the one that it requests instead, for so many minutes. */
  current: number
  candidate: number
  requestedMinutes: number
  /** The positions of its actuators, %. */
  cooling: number
  heating: number
  damper: number
  /** The minute of the cycle of a sequence that hunts. */
  hunt: number
}

/** The air of one minute, and what the air handler is to do with it. */
interface Conditions {
  on: boolean
  outdoor: number
  returned: number
  supplySetpoint: number
  minimumOutdoorAir: number
  faults: HvacFaults
  commands: Commands
}

/** Returns the two days of an air handler. */
export function airHandlerCourse(input: CourseInput): Course {
  const all = emptyColumns(
    input,
    ...(['on', 'occupied', 'supply', 'share', 'OS', 'OAT', 'RAT', 'MAT', 'SAT', 'EAT', 'SATSP', 'CC', 'HC'] as const),
    ...(['OADPR', 'MINOA', 'DSP', 'DSPSP', 'VFDSPD', 'FANSPD', 'CCET', 'CCLT', 'HCET', 'HCLT', 'FANSTS'] as const),
    ...(['FanCmd', 'OCC', 'RH', 'CO2', 'KW', 'FilterPressure'] as const),
  )
  const { now: zone, computeDemand, advanceZone } = createBox()
  const unit: AirHandler = {
    current: 5,
    candidate: 5,
    requestedMinutes: 0,
    cooling: 0,
    heating: 0,
    damper: usualOutdoorAir,
    hunt: 0,
  }

  forEachStep(input, (step, minute, { faults, commands }) => {
    const outdoor = input.outdoor[step] ?? 0
    const { occupied, commanded, on } = operationAt(minute, commands)
    const inside = { minute, faults, commands: {} }
    computeDemand({ on, occupied, outdoor, share: 1 }, inside)
    const { pressureSetpoint, pressure, speed, share } = fanAt(zone.flow, on, { faults, commands })
    zone.flow *= share

    const conditions = {
      on,
      outdoor,
      returned: zone.zone + 0.5,
      supplySetpoint: commands.SATSP ?? clamp(18 - (5 * (outdoor - 5)) / 15, 13, 18),
      minimumOutdoorAir: commands.MINOA ?? usualOutdoorAir,
      faults,
      commands,
    }
    const { returned, supplySetpoint, minimumOutdoorAir } = conditions
    const sequence = advanceSequence(unit, conditions)
    const outdoorAir = commands.OADPR ?? sequence.outdoorAir
    const mixed = mixAir(unit, conditions, outdoorAir)
    moveCoils(unit, conditions, { mixed, state: sequence.state })
    const { heating, cooling } = unit
    const supply = supplyAt(unit, conditions, mixed)
    const isIndicated = on && isDriven(commands)
    advanceZone({ on, occupied, outdoor, share, supply }, inside)

    const MAT = mixed + (faults.matBias ?? 0)
    const SAT = supply + (faults.satBias ?? 0)
    const demand = on ? zone.flow / 500 : 0
    all.on[step] = Number(on)
    all.occupied[step] = Number(occupied)
    all.supply[step] = supply
    all.share[step] = share
    all.OS[step] = isIndicated ? signatureOf({ heating, cooling, outdoorAir, minimumOutdoorAir }) : sequence.state
    all.OAT[step] = outdoor + (faults.oatBias ?? 0)
    all.RAT[step] = returned
    all.MAT[step] = MAT
    all.SAT[step] = SAT
    all.EAT[step] = returned
    all.SATSP[step] = supplySetpoint
    all.CC[step] = commands.CC ?? cooling
    all.HC[step] = commands.HC ?? heating
    all.OADPR[step] = outdoorAir
    all.MINOA[step] = minimumOutdoorAir
    all.DSP[step] = pressure
    all.DSPSP[step] = pressureSetpoint
    all.VFDSPD[step] = speed
    all.FANSPD[step] = commands.FANSPD ?? speed
    // The mixed and supply air sensors replace the sensors before and behind the coils.
    all.CCET[step] = MAT
    all.CCLT[step] = SAT - fanRise - (heatingSpan * heating) / 100
    all.HCET[step] = MAT
    all.HCLT[step] = SAT - fanRise + (coolingSpan * cooling) / 100
    all.FANSTS[step] = Number(on)
    all.FanCmd[step] = Number(commanded)
    all.OCC[step] = Number(occupied)
    all.RH[step] = 38
    all.CO2[step] = zone.carbonDioxide
    all.KW[step] = on ? 3 + 17 * (speed / 100) ** 3 + 4 * demand : 0.2
    all.FilterPressure[step] = on ? 60 + 50 * (speed / 100) : 0
  })
  return all
}

/** Returns whether the zone is occupied, and whether the fan is commanded and runs. */
function operationAt(minute: number, commands: Commands) {
  const occupied = commands.OCC === undefined ? isUsuallyOccupied(minute) : commands.OCC > 0
  // Without commands, it starts an hour before the occupied period.
  const program = occupied || (commands.OCC === undefined && minute >= 330 && minute < 390)
  const commanded = commands.FanCmd === undefined ? program : commands.FanCmd > 0
  return { occupied, commanded, on: commands.FANSTS === undefined ? commanded : commands.FANSTS > 0 }
}

/** Returns the fan, which keeps the duct pressure for the flow its boxes draw, unless its speed is commanded. */
function fanAt(flow: number, on: boolean, { faults, commands }: Pick<Conditions, 'faults' | 'commands'>) {
  const pressureSetpoint = commands.DSPSP ?? (on ? usualPressure : 0)
  const needed = 30 + 65 * Math.min(1, flow / 500)
  const speedDemand = commands.FANSPD ?? (on ? needed * Math.sqrt(pressureSetpoint / usualPressure) : 0)
  const isSlipping = faults.fanBelt && on
  const speed = isSlipping ? 100 : on ? clamp(speedDemand, 0, 100) : 0
  const pressure = isSlipping ? 140 : on ? Math.min(900, usualPressure * (speed / needed) ** 2) : 0
  const share = on ? Math.min(1, Math.sqrt(pressure / usualPressure)) : 0
  return { pressureSetpoint, pressure, speed, share }
}

/** Advances the sequence by a minute. Returns the operating state and the share of outdoor air that it selects. */
function advanceSequence(unit: AirHandler, conditions: Conditions): { state: number; outdoorAir: number } {
  const { on, outdoor, returned, minimumOutdoorAir: least, faults } = conditions
  if (!on) {
    unit.current = 5
    return { state: 5, outdoorAir: usualOutdoorAir }
  }
  const needed = conditions.supplySetpoint - fanRise
  requestState(unit, stateFor({ mixed: mixedAt(conditions, least), needed, outdoor, returned }))
  const state = unit.current
  const outdoorAir = state === 2 ? outdoorAirFor(needed, conditions) : state === 3 ? 100 : least
  if (!faults.hunting) return { state, outdoorAir }
  unit.hunt = (unit.hunt + 1) % 14
  if (state !== 1 && state !== 2) return { state, outdoorAir }
  return unit.hunt < 7 ? { state: 1, outdoorAir: least } : { state: 2, outdoorAir: Math.max(outdoorAir, 40) }
}

/** Returns the share of outdoor air that mixes to the needed temperature. */
function outdoorAirFor(needed: number, { outdoor, returned, minimumOutdoorAir }: Conditions): number {
  const percent = (100 * (needed - returned)) / (outdoor - returned || -0.1)
  return clamp(percent, Math.min(99, minimumOutdoorAir + 1), 99)
}

/** Changes the operating state once another one was requested for long enough. */
function requestState(unit: AirHandler, proposed: number): void {
  if (unit.current === 5) unit.current = proposed
  else if (proposed === unit.current) unit.requestedMinutes = 0
  else {
    unit.requestedMinutes = proposed === unit.candidate ? unit.requestedMinutes + 1 : 1
    unit.candidate = proposed
    if (unit.requestedMinutes >= dwellMinutes) {
      unit.current = proposed
      unit.requestedMinutes = 0
    }
  }
}

/** Moves the outdoor air damper; returns the mixed air temperature behind it. */
function mixAir(unit: AirHandler, conditions: Conditions, outdoorAir: number): number {
  const { on, returned, faults, commands } = conditions
  const { damper } = unit
  unit.damper = commands.OADPR === undefined ? damper + (outdoorAir - damper) * 0.5 : moveActuator(damper, outdoorAir)
  return on ? mixedAt(conditions, faults.oaDamperStuck ?? unit.damper) : returned
}

const mixedAt = ({ outdoor, returned }: Conditions, percent: number) =>
  returned + (percent / 100) * (outdoor - returned)

/** Moves the valves of the coils, which follow their demand with a lag. */
function moveCoils(unit: AirHandler, conditions: Conditions, { mixed, state }: { mixed: number; state: number }): void {
  const { on, supplySetpoint, faults, commands } = conditions
  let heatingDemand = 0
  let coolingDemand = 0
  if (on) {
    const { cold, hot } = leaksOf(faults)
    const base = mixed + fanRise - cold + hot
    if (state === 1) heatingDemand = clamp((100 * (supplySetpoint - base)) / heatingSpan, 0, 100)
    if (state === 3 || state === 4) coolingDemand = clamp((100 * (base - supplySetpoint)) / coolingSpan, 0, 100)
    if (faults.heatingUnavailable && state === 1) heatingDemand = 100
    if (faults.coolingUnavailable && state >= 3) coolingDemand = 100
  }
  if (commands.HC === undefined) {
    unit.heating += (heatingDemand - unit.heating) * 0.4
    if (heatingDemand === 0 || state !== 1) unit.heating = 0
    if (state === 1 && unit.heating < 1) unit.heating = 1
  } else unit.heating = moveActuator(unit.heating, commands.HC)
  if (commands.CC === undefined) {
    unit.cooling += (coolingDemand - unit.cooling) * 0.4
    if (state === 1 || state === 2 || state === 5) unit.cooling = 0
    if ((state === 3 || state === 4) && unit.cooling < 1) unit.cooling = 1
  } else unit.cooling = moveActuator(unit.cooling, commands.CC)
}

/** Returns the supply air temperature behind the coils. */
function supplyAt({ heating, cooling }: AirHandler, { on, returned, faults }: Conditions, mixed: number): number {
  if (!on) return returned
  const { cold, hot } = leaksOf(faults)
  const heatingPower = ((faults.heatingUnavailable ? 3 : heatingSpan) * heating) / 100
  const coolingPower = ((faults.coolingUnavailable ? 2 : coolingSpan) * cooling) / 100
  return clamp(mixed + fanRise + heatingPower - coolingPower - cold + hot, -20, 70)
}

/** Returns by how much leaking valves cool and heat the air. */
const leaksOf = ({ coolingValveLeak, heatingValveLeak }: HvacFaults) => ({
  cold: coolingValveLeak ? 4.5 : 0,
  hot: heatingValveLeak ? 5 : 0,
})

interface AirTemperatures {
  /** Mixed air temperature at minimum outdoor air. */
  mixed: number
  needed: number
  outdoor: number
  returned: number
}

/**
 * Returns 1 for heating, 2 for free cooling, 3 for mechanical cooling with 100 % outdoor air, 4 with the minimum
 * (domain §2.4).
 */
function stateFor({ mixed, needed, outdoor, returned }: AirTemperatures): number {
  if (mixed < needed - 0.2 && outdoor < returned) return 1
  if (outdoor < needed && outdoor < returned) return 2
  return outdoor < returned - 1 && outdoor < 22 ? 3 : 4
}

/** Whether a command drives an actuator that determines the operating state. */
const isDriven = ({ HC, CC, OADPR }: Commands) => HC !== undefined || CC !== undefined || OADPR !== undefined

/** Returns the operating state that the actuators indicate. */
function signatureOf(at: { heating: number; cooling: number; outdoorAir: number; minimumOutdoorAir: number }): number {
  const { heating, cooling, outdoorAir, minimumOutdoorAir: least } = at
  if (heating > 0) return cooling === 0 && outdoorAir <= least ? 1 : 5
  if (cooling > 0) return outdoorAir >= 100 ? 3 : outdoorAir <= least ? 4 : 5
  return outdoorAir > least && outdoorAir < 100 ? 2 : 5
}
