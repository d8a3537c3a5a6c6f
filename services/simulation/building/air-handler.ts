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
  isUsuallyOccupied,
  moveActuator,
} from './course'

/** Temperature rise across the supply fan, °C. */
const fanRise = 1
const minimumOutdoorAir = 20
const heatingSpan = 40
const coolingSpan = 22
const usualPressure = 250
/** A well-tuned sequence does not chatter: a new operating state must be requested for twelve minutes. */
const dwellMinutes = 12

export function airHandlerCourse(input: CourseInput): Course {
  const all = emptyColumns(
    input,
    ...(['on', 'occupied', 'supply', 'share', 'OS', 'OAT', 'RAT', 'MAT', 'SAT', 'EAT', 'SATSP', 'CC', 'HC'] as const),
    ...(['OADPR', 'MINOA', 'DSP', 'DSPSP', 'VFDSPD', 'FANSPD', 'CCET', 'CCLT', 'HCET', 'HCLT', 'FANSTS'] as const),
    ...(['FanCmd', 'OCC', 'RH', 'CO2', 'KW', 'FilterPressure'] as const),
  )
  const { now: zone, computeDemand, advanceZone } = createBox()
  let candidate = 5
  let requestedMinutes = 0
  let current = 5
  let cooling = 0
  let heating = 0
  let damper: number = minimumOutdoorAir
  let hunt = 0

  forEachStep(input, (step, minute, { faults, commands }) => {
    const outdoor = input.outdoor[step] ?? 0
    const usual = isUsuallyOccupied(minute)
    const occupied = commands.OCC === undefined ? usual : commands.OCC > 0
    // Without commands, it starts an hour before the occupied period.
    const program = occupied || (commands.OCC === undefined && minute >= 330 && minute < 390)
    const commanded = commands.FanCmd === undefined ? program : commands.FanCmd > 0
    const on = commands.FANSTS === undefined ? commanded : commands.FANSTS > 0
    const inside = { minute, faults, commands: {} }

    // The fan keeps the duct pressure for the flow its boxes draw, unless its speed is commanded.
    const pressureSetpoint = commands.DSPSP ?? (on ? usualPressure : 0)
    computeDemand({ on, occupied, outdoor, share: 1 }, inside)
    const needed = 30 + 65 * Math.min(1, zone.flow / 500)
    const speedDemand = commands.FANSPD ?? (on ? needed * Math.sqrt(pressureSetpoint / usualPressure) : 0)
    let speed = on ? clamp(speedDemand, 0, 100) : 0
    let pressure = on ? Math.min(900, usualPressure * (speed / needed) ** 2) : 0
    if (faults.fanBelt && on) {
      speed = 100
      pressure = 140
    }
    const share = on ? Math.min(1, Math.sqrt(pressure / usualPressure)) : 0
    zone.flow *= share

    // The sequence selects an operating state.
    const reset = clamp(18 - (5 * (outdoor - 5)) / 15, 13, 18)
    const supplySetpoint = commands.SATSP ?? reset
    const returned = zone.zone + 0.5
    const neededMixed = supplySetpoint - fanRise
    const least = commands.MINOA ?? minimumOutdoorAir
    const mixedAt = (percent: number) => returned + (percent / 100) * (outdoor - returned)
    let state = 5
    let outdoorAir = on ? least : minimumOutdoorAir
    if (!on) current = 5
    if (on) {
      const proposed = stateFor({ mixed: mixedAt(least), needed: neededMixed, outdoor, returned })
      if (current === 5) current = proposed
      else if (proposed === current) requestedMinutes = 0
      else {
        if (proposed === candidate) requestedMinutes++
        else {
          candidate = proposed
          requestedMinutes = 1
        }
        if (requestedMinutes >= dwellMinutes) {
          current = proposed
          requestedMinutes = 0
        }
      }
      state = current
      if (state === 2) {
        outdoorAir = clamp((100 * (neededMixed - returned)) / (outdoor - returned || -0.1), Math.min(99, least + 1), 99)
      } else if (state === 3) outdoorAir = 100
      if (faults.hunting) {
        hunt = (hunt + 1) % 14
        if (state === 1 || state === 2) {
          state = hunt < 7 ? 1 : 2
          outdoorAir = state === 1 ? least : Math.max(outdoorAir, 40)
        }
      }
    }
    if (commands.OADPR !== undefined) outdoorAir = commands.OADPR
    damper = commands.OADPR === undefined ? damper + (outdoorAir - damper) * 0.5 : moveActuator(damper, outdoorAir)
    const mixed = on ? mixedAt(faults.oaDamperStuck ?? damper) : returned

    // The coils follow with a lag.
    const leakCold = faults.coolingValveLeak ? 4.5 : 0
    const leakHot = faults.heatingValveLeak ? 5 : 0
    let heatingDemand = 0
    let coolingDemand = 0
    if (on) {
      const base = mixed + fanRise - leakCold + leakHot
      if (state === 1) heatingDemand = clamp((100 * (supplySetpoint - base)) / heatingSpan, 0, 100)
      if (state === 3 || state === 4) coolingDemand = clamp((100 * (base - supplySetpoint)) / coolingSpan, 0, 100)
      if (faults.heatingUnavailable && state === 1) heatingDemand = 100
      if (faults.coolingUnavailable && state >= 3) coolingDemand = 100
    }
    if (commands.HC === undefined) {
      heating += (heatingDemand - heating) * 0.4
      if (heatingDemand === 0 || state !== 1) heating = 0
      if (state === 1 && heating < 1) heating = 1
    } else heating = moveActuator(heating, commands.HC)
    if (commands.CC === undefined) {
      cooling += (coolingDemand - cooling) * 0.4
      if (state === 1 || state === 2 || state === 5) cooling = 0
      if ((state === 3 || state === 4) && cooling < 1) cooling = 1
    } else cooling = moveActuator(cooling, commands.CC)
    if (on && isDriven(commands)) state = signatureOf({ heating, cooling, outdoorAir, least })
    const heatingPower = ((faults.heatingUnavailable ? 3 : heatingSpan) * heating) / 100
    const coolingPower = ((faults.coolingUnavailable ? 2 : coolingSpan) * cooling) / 100
    const supply = on ? clamp(mixed + fanRise + heatingPower - coolingPower - leakCold + leakHot, -20, 70) : returned
    advanceZone({ on, occupied, outdoor, share, supply }, inside)

    const MAT = mixed + (faults.matBias ?? 0)
    const SAT = supply + (faults.satBias ?? 0)
    const demand = on ? zone.flow / 500 : 0
    all.on[step] = Number(on)
    all.occupied[step] = Number(occupied)
    all.supply[step] = supply
    all.share[step] = share
    all.OS[step] = state
    all.OAT[step] = outdoor + (faults.oatBias ?? 0)
    all.RAT[step] = returned
    all.MAT[step] = MAT
    all.SAT[step] = SAT
    all.EAT[step] = returned
    all.SATSP[step] = supplySetpoint
    all.CC[step] = commands.CC ?? cooling
    all.HC[step] = commands.HC ?? heating
    all.OADPR[step] = outdoorAir
    all.MINOA[step] = least
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
function signatureOf(at: { heating: number; cooling: number; outdoorAir: number; least: number }): number {
  const { heating, cooling, outdoorAir, least } = at
  if (heating > 0) return cooling === 0 && outdoorAir <= least ? 1 : 5
  if (cooling > 0) return outdoorAir >= 100 ? 3 : outdoorAir <= least ? 4 : 5
  return outdoorAir > least && outdoorAir < 100 ? 2 : 5
}
