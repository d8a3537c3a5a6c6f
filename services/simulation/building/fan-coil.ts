/** Two days of a fan coil unit in a room of its own (domain §11.2). °C, %. */
import {
  type Course,
  type CourseInput,
  clamp,
  emptyColumns,
  forEachStep,
  isUsuallyOccupied,
  moveActuator,
  sunAt,
} from './course'

const usualSetpoint = 22

export function fanCoilCourse(input: CourseInput): Course {
  const all = emptyColumns(
    input,
    ...(['on', 'occupied', 'OS', 'ZAT', 'RAT', 'SAT', 'SATSP', 'HC', 'CC', 'ZSP', 'FANSTS', 'FanMode'] as const),
  )
  let room = 22
  let heatAt = 0
  let coolAt = 0
  forEachStep(input, (step, minute, { faults, commands }) => {
    const outdoor = input.outdoor[step] ?? 0
    const usual = isUsuallyOccupied(minute)
    // Any speed other than automatic runs the fan.
    const on = commands.FANSTS === undefined ? usual || (commands.FanMode ?? 1) > 1 : commands.FANSTS > 0
    const setpoint = commands.ZSP ?? usualSetpoint
    const shift = setpoint - usualSetpoint
    let state = on ? 2 : 4
    let heat = 0
    let cool = 0
    if (on) {
      if (room < 21.3 + shift) {
        state = 1
        heat = clamp((21.5 + shift - room) * 120, 1, 100)
      } else if (room > 23.7 + shift) {
        state = 3
        cool = clamp((room - 23.5 - shift) * 120, 1, 100)
      }
    }
    if (faults.fcuHeatUnavailable && on && outdoor < 12) {
      state = 1
      heat = 100
    }
    if (faults.fcuCoolUnavailable && on && outdoor > 18) {
      state = 3
      cool = 100
    }
    if (commands.HC !== undefined) heat = commands.HC
    if (commands.CC !== undefined) cool = commands.CC
    if (on && (commands.HC !== undefined || commands.CC !== undefined)) state = heat > 0 ? 1 : cool > 0 ? 3 : 2
    heatAt = commands.HC === undefined ? heat : moveActuator(heatAt, heat)
    coolAt = commands.CC === undefined ? cool : moveActuator(coolAt, cool)
    const target = state === 1 ? room + 0.2 * heat : state === 3 ? room - 0.11 * cool : room
    let supply =
      room +
      0.6 +
      (faults.fcuHeatUnavailable ? 0.02 : 0.2) * heatAt -
      (faults.fcuCoolUnavailable ? 0.01 : 0.11) * coolAt
    if (faults.fcuChwLeak && on && state !== 3) supply -= 5
    if (faults.fcuHwLeak && on && state !== 1) supply += 5
    all.on[step] = Number(on)
    all.occupied[step] = Number(usual)
    all.OS[step] = state
    all.ZAT[step] = room
    all.RAT[step] = room
    all.SAT[step] = supply
    all.SATSP[step] = commands.SATSP ?? target
    all.HC[step] = heat
    all.CC[step] = cool
    all.ZSP[step] = setpoint
    all.FANSTS[step] = Number(on)
    all.FanMode[step] = commands.FanMode ?? 1
    room += (outdoor - room) / 3000 + (usual ? 0.02 : 0) + sunAt(minute) * 0.012 + (on ? (supply - room) * 0.006 : 0)
    if (!on && room < 16) room += 0.05
  })
  return all
}
