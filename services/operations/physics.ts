/**
 * One day of an air handler, of a representative VAV box behind it and of a fan coil unit in a room of its own, a
 * minute a step: zone heat balance, sequencing by Guideline 36 operating states, coil lag, sensor noise, and
 * faults one can put in. The same seed gives the same day (domain §11.2). °C, L/s, Pa, %.
 */
import type { HvacFaultName } from '../fleet/hvac-faults'
import { prng, seedOf } from '../kit/deterministic'
import { type City, outdoorTemperature } from './weather'

/** What is wrong with a unit, and how much. */
export type HvacFaults = Partial<Record<HvacFaultName, number>>

/** Point readings by role, as the rules name them. */
export interface AirHandler {
  OS: number
  OAT: number
  RAT: number
  MAT: number
  SAT: number
  SATSP: number
  CC: number
  HC: number
  OADPR: number
  MINOA: number
  DSP: number
  DSPSP: number
  VFDSPD: number
  CCET: number
  CCLT: number
  HCET: number
  HCLT: number
  FANSTS: boolean
}

export interface Box {
  ZAT: number
  FLOW: number
  FLOWSP: number
  FLOWMAX: number
  DMP: number
  RHV: number
  DAT: number
  DATSP: number
  AHUSAT: number
  HWP: boolean
  OCC: boolean
  FANSTS: boolean
}

export interface FanCoil {
  OS: number
  RAT: number
  SAT: number
  SATSP: number
  HC: number
  CC: number
  FANSTS: boolean
}

export interface Sample {
  /** The air handler's fan runs (05:30 to 18:30). */
  on: boolean
  occupied: boolean
  airHandler: AirHandler
  box: Box
  fanCoil: FanCoil
}

export interface Day {
  /** Names the unit; each has its own noise. */
  seed: string
  city: City
  dayOfYear: number
  /** The faults present at a minute of the day; negative during the day before, which settles the model. */
  faultsAt?: (minute: number) => HvacFaults
}

export const minutesOfDay = 1440
/** What the supply fan adds, °C. */
const fanRise = 1
const boxMaximum = 500
const boxMinimum = 120
const minimumOutdoorAir = 20
const heatingSpan = 40
const coolingSpan = 22
/** A well-tuned sequence does not chatter: a new operating state must be wanted for twelve minutes. */
const dwellMinutes = 12

const none: HvacFaults = {}
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** The 1,440 samples of a local day. */
export function simulateDay({ seed, city, dayOfYear, faultsAt = () => none }: Day): Sample[] {
  const random = prng(seedOf(`${seed}|${city}|${dayOfYear}`))
  const gauss = () => Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random())
  const noise = (deviation: number) => deviation * gauss()
  const samples: Sample[] = []

  let drift = 0
  let candidate = 5
  let wanted = 0
  let held = 5
  let zone = 21.5
  let cooling = 0
  let heating = 0
  let damper: number = minimumOutdoorAir
  let hunt = 0
  let room = 22

  for (let step = -minutesOfDay; step < minutesOfDay; step++) {
    const minute = (step + minutesOfDay) % minutesOfDay
    const faults = faultsAt(step)
    drift = 0.995 * drift + 0.08 * gauss()
    const outdoor = outdoorTemperature(city, step < 0 ? dayOfYear - 1 : dayOfYear, minute) + drift
    const occupied = minute >= 390 && minute < 1110
    const on = occupied || (minute >= 330 && minute < 390)
    const sun = Math.max(0, Math.sin((Math.PI * (minute - 360)) / 840))

    // The zone asks.
    const coolingSetpoint = occupied ? 24 : 28
    const heatingSetpoint = occupied ? 21 : 16
    const cool = clamp((zone - coolingSetpoint + 0.5) * 100, 0, 100)
    const heat = clamp((heatingSetpoint - zone + 0.5) * 100, 0, 100)
    let flowSetpoint = 0
    if (on) flowSetpoint = cool > 0 ? boxMinimum + ((boxMaximum - boxMinimum) * cool) / 100 : boxMinimum
    let flow = flowSetpoint * (1 + 0.01 * gauss())
    if (faults.vavDamperStuckClosed && on) flow = 0.3 * flowSetpoint
    let boxDamper = on ? clamp((100 * flowSetpoint) / boxMaximum, 0, 100) : 0
    if (faults.vavDamperLeak && on && minute % 240 < 120) {
      boxDamper = 0
      flowSetpoint = 0
      flow = 0.18 * boxMaximum
    }

    // The air handler answers with an operating state.
    const supplySetpoint = clamp(18 - (5 * (outdoor - 5)) / 15, 13, 18)
    const returned = zone + 0.5
    const needed = supplySetpoint - fanRise
    const mixedAt = (share: number) => returned + (share / 100) * (outdoor - returned)
    let state = 5
    let outdoorAir = minimumOutdoorAir
    if (!on) held = 5
    if (on) {
      const fits = stateFor({ mixed: mixedAt(minimumOutdoorAir), needed, outdoor, returned })
      if (held === 5) held = fits
      else if (fits === held) wanted = 0
      else {
        if (fits === candidate) wanted++
        else {
          candidate = fits
          wanted = 1
        }
        if (wanted >= dwellMinutes) {
          held = fits
          wanted = 0
        }
      }
      state = held
      if (state === 2) {
        outdoorAir = clamp((100 * (needed - returned)) / (outdoor - returned || -0.1), minimumOutdoorAir + 1, 99)
      } else if (state === 3) outdoorAir = 100
      if (faults.hunting) {
        hunt = (hunt + 1) % 14
        if (state === 1 || state === 2) {
          state = hunt < 7 ? 1 : 2
          outdoorAir = state === 1 ? minimumOutdoorAir : Math.max(outdoorAir, 40)
        }
      }
    }
    damper += (outdoorAir - damper) * 0.5
    const outdoorShare = faults.oaDamperStuck ?? damper
    const mixed = on ? mixedAt(outdoorShare) : returned

    // The coils follow, with lag.
    const leakCold = faults.coolingValveLeak ? 4.5 : 0
    const leakHot = faults.heatingValveLeak ? 5 : 0
    let heatingWanted = 0
    let coolingWanted = 0
    if (on) {
      const base = mixed + fanRise - leakCold + leakHot
      if (state === 1) heatingWanted = clamp((100 * (supplySetpoint - base)) / heatingSpan, 0, 100)
      if (state === 3 || state === 4) coolingWanted = clamp((100 * (base - supplySetpoint)) / coolingSpan, 0, 100)
      if (faults.heatingUnavailable && state === 1) heatingWanted = 100
      if (faults.coolingUnavailable && state >= 3) coolingWanted = 100
    }
    heating += (heatingWanted - heating) * 0.4
    cooling += (coolingWanted - cooling) * 0.4
    if (heatingWanted === 0) heating = 0
    if (state === 1 || state === 2 || state === 5) cooling = 0
    if (state !== 1) heating = 0
    if (state === 1 && heating < 1) heating = 1
    if ((state === 3 || state === 4) && cooling < 1) cooling = 1
    const heatingPower = ((faults.heatingUnavailable ? 3 : heatingSpan) * heating) / 100
    const coolingPower = ((faults.coolingUnavailable ? 2 : coolingSpan) * cooling) / 100
    const supply = on ? mixed + fanRise + heatingPower - coolingPower - leakCold + leakHot : returned

    let fanSpeed = on ? 30 + 65 * Math.min(1, flow / boxMaximum) : 0
    let pressure = on ? 250 + 4 * gauss() : 0
    if (faults.fanBelt && on) {
      fanSpeed = 100
      pressure = 140 + 4 * gauss()
    }

    // The box reheats, and the zone follows.
    const hotWater = on && outdoor < 18
    const reheat = on && heat > 0 && hotWater ? clamp(heat, 0, 100) : 0
    const dischargeSetpoint = heat > 0 ? supply + ((32 - supply) * heat) / 100 : supply
    const discharge =
      supply + (faults.noReheat ? 0 : ((32 - supply) * reheat) / 100) + (faults.reheatLeak && on ? 5 : 0)
    zone +=
      (outdoor - zone) / 2400 + (occupied ? 0.012 : 0.0012) + sun * 0.012 + (flow / 500) * (discharge - zone) * 0.01
    if (!on) zone += zone < 15.5 ? 0.05 : 0

    // The fan coil minds its own room.
    let roomState = 2
    let roomHeat = 0
    let roomCool = 0
    const roomGain = (occupied ? 0.02 : 0) + sun * 0.012
    if (occupied) {
      if (room < 21.3) {
        roomState = 1
        roomHeat = clamp((21.5 - room) * 120, 1, 100)
      } else if (room > 23.7) {
        roomState = 3
        roomCool = clamp((room - 23.5) * 120, 1, 100)
      }
    }
    if (faults.fcuHeatUnavailable && occupied && outdoor < 12) {
      roomState = 1
      roomHeat = 100
    }
    if (faults.fcuCoolUnavailable && occupied && outdoor > 18) {
      roomState = 3
      roomCool = 100
    }
    let roomSetpoint = room
    if (roomState === 1) roomSetpoint = room + 0.2 * roomHeat
    if (roomState === 3) roomSetpoint = room - 0.11 * roomCool
    let roomSupply =
      room +
      0.6 +
      (faults.fcuHeatUnavailable ? 0.02 : 0.2) * roomHeat -
      (faults.fcuCoolUnavailable ? 0.01 : 0.11) * roomCool
    if (faults.fcuChwLeak && occupied && roomState !== 3) roomSupply -= 5
    if (faults.fcuHwLeak && occupied && roomState !== 1) roomSupply += 5
    room += (outdoor - room) / 3000 + roomGain + (occupied ? (roomSupply - room) * 0.006 : 0)
    if (!occupied && room < 16) room += 0.05

    // What the sensors say.
    const OAT = outdoor + noise(0.1) + (faults.oatBias ?? 0)
    const RAT = returned + noise(0.1)
    const MAT = mixed + noise(0.15) + (faults.matBias ?? 0)
    const SAT = supply + noise(0.1) + (faults.satBias ?? 0)
    const ZAT = zone + noise(0.05)
    const DAT = discharge + noise(0.1)
    const roomRAT = room + noise(0.05)
    const roomSAT = roomSupply + noise(0.1)
    if (step < 0) continue
    samples.push({
      on,
      occupied,
      airHandler: {
        OS: state,
        OAT,
        RAT,
        MAT,
        SAT,
        SATSP: supplySetpoint,
        CC: cooling,
        HC: heating,
        OADPR: outdoorAir,
        MINOA: minimumOutdoorAir,
        DSP: pressure,
        DSPSP: on ? 250 : 0,
        VFDSPD: fanSpeed,
        // The mixed and supply air sensors stand in for those before and behind the coils.
        CCET: MAT,
        CCLT: SAT - fanRise - (heatingSpan * heating) / 100,
        HCET: MAT,
        HCLT: SAT - fanRise + (coolingSpan * cooling) / 100,
        FANSTS: on,
      },
      box: {
        ZAT,
        FLOW: Math.max(0, flow) + (faults.flowSensorBias && !on ? 90 : 0),
        FLOWSP: flowSetpoint,
        FLOWMAX: boxMaximum,
        DMP: boxDamper,
        RHV: reheat,
        DAT,
        DATSP: dischargeSetpoint,
        AHUSAT: supply,
        HWP: hotWater,
        OCC: occupied,
        FANSTS: on,
      },
      fanCoil: {
        OS: roomState,
        RAT: roomRAT,
        SAT: roomSAT,
        SATSP: roomSetpoint,
        HC: roomHeat,
        CC: roomCool,
        FANSTS: occupied,
      },
    })
  }
  return samples
}

interface Air {
  /** Mixed air with the least outdoor air. */
  mixed: number
  needed: number
  outdoor: number
  returned: number
}

/** 1 heating, 2 free cooling, 3 mechanical cooling with all outdoor air, 4 with the least of it (domain §2.4). */
function stateFor({ mixed, needed, outdoor, returned }: Air): number {
  if (mixed < needed - 0.2 && outdoor < returned) return 1
  if (outdoor < needed && outdoor < returned) return 2
  return outdoor < returned - 1 && outdoor < 22 ? 3 : 4
}
