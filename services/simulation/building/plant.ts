/**
 * Two days of the units that no rule covers: chillers, boilers, single rooms and the meters of a supervisor (domain
 * §11.2). °C, kW.
 */
import {
  type Course,
  type CourseInput,
  clamp,
  demandAt,
  emptyColumns,
  forEachStep,
  isUsuallyOccupied,
  moveActuator,
} from './course'

const runsAt = (minute: number) => minute >= 330 && minute < 1110

export function chillerCourse(input: CourseInput): Course {
  const all = emptyColumns(
    input,
    'CHWS',
    'CHWR',
    'KW',
    'ChilledWaterSp',
    'PUMP',
    'ChilledPumpCmd',
    'ChillerEnable',
    'OS',
  )
  let water = 14
  forEachStep(input, (step, minute, { commands }) => {
    const outdoor = input.outdoor[step] ?? 0
    const isDemanded = outdoor > 14 && runsAt(minute)
    const enabled = commands.ChillerEnable === undefined ? isDemanded : commands.ChillerEnable > 0
    const starts = enabled && outdoor > 14
    const pump = commands.ChilledPumpCmd === undefined ? starts : commands.ChilledPumpCmd > 0
    const flows = commands.PUMP === undefined ? pump : commands.PUMP > 0
    const chills = starts && flows
    const demand = demandAt(minute, outdoor)
    const setpoint = commands.ChilledWaterSp ?? 6.7
    water += ((chills ? setpoint : 14) - water) * 0.1
    all.CHWS[step] = water
    all.CHWR[step] = water + (chills ? 5 * demand + 0.5 : 0.2)
    all.KW[step] = chills ? 60 + 180 * demand : 1.5
    all.ChilledWaterSp[step] = setpoint
    all.PUMP[step] = Number(flows)
    all.ChilledPumpCmd[step] = Number(pump)
    all.ChillerEnable[step] = Number(enabled)
    // A chiller without water flow locks itself out.
    all.OS[step] = chills ? 2 : starts ? 3 : 1
  })
  return all
}

export function boilerCourse(input: CourseInput): Course {
  const all = emptyColumns(input, 'HWS', 'HWR', 'KWH', 'VALVE', 'HotWaterSp', 'PUMP', 'HotPumpCmd', 'BoilerEnable')
  let water = 60
  let valveAt = 50
  forEachStep(input, (step, _minute, { commands }) => {
    const outdoor = input.outdoor[step] ?? 0
    const isCold = outdoor < 18
    const enabled = commands.BoilerEnable === undefined ? isCold : commands.BoilerEnable > 0
    const fires = enabled && isCold
    const pump = commands.HotPumpCmd === undefined ? fires : commands.HotPumpCmd > 0
    const flows = commands.PUMP === undefined ? pump : commands.PUMP > 0
    const setpoint = commands.HotWaterSp ?? clamp(55 + 1.2 * (10 - Math.max(-15, outdoor)), 30, 90)
    const valve = commands.VALVE ?? (fires ? clamp(60 - 2.5 * outdoor, 5, 100) : 0)
    valveAt = moveActuator(valveAt, valve)
    water += ((fires && flows ? setpoint : 30) - water) * 0.08
    all.HWS[step] = water
    all.HWR[step] = water - (flows ? 4 + 0.1 * valveAt : 1)
    all.KWH[step] = 18.5 * (input.elapsedHours + (step - input.midnight) / 60)
    all.VALVE[step] = valve
    all.HotWaterSp[step] = setpoint
    all.PUMP[step] = Number(flows)
    all.HotPumpCmd[step] = Number(pump)
    all.BoilerEnable[step] = Number(enabled)
  })
  return all
}

export function roomCourse(input: CourseInput): Course {
  const all = emptyColumns(input, 'occupied', 'ZAT', 'Humidity', 'ZSP', 'OCC', 'FanMode')
  let room = 21
  forEachStep(input, (step, minute, { commands }) => {
    const outdoor = input.outdoor[step] ?? 0
    const occupied = commands.OCC === undefined ? isUsuallyOccupied(minute) : commands.OCC > 0
    const setpoint = commands.ZSP ?? 22
    room += (setpoint - (occupied ? 0 : 1.5) - room) * 0.01 + (outdoor - room) / 3000
    all.occupied[step] = Number(occupied)
    all.ZAT[step] = room
    all.Humidity[step] = 38
    all.ZSP[step] = setpoint
    all.OCC[step] = Number(occupied)
    all.FanMode[step] = commands.FanMode ?? 1
  })
  return all
}

export function gatewayCourse(input: CourseInput): Course {
  const all = emptyColumns(input, 'occupied', 'OAT', 'Power', 'OCC')
  forEachStep(input, (step, minute, { commands }) => {
    const outdoor = input.outdoor[step] ?? 0
    const occupied = commands.OCC === undefined ? isUsuallyOccupied(minute) : commands.OCC > 0
    all.occupied[step] = Number(occupied)
    all.OAT[step] = outdoor
    all.Power[step] = 40 + (occupied ? 200 * demandAt(minute, outdoor) : 0)
    all.OCC[step] = Number(occupied)
  })
  return all
}
