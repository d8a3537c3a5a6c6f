/** What passes between a send and the link of its controller: the content, and the reports of how it goes. */
import type { World } from '../kit/world'
import type { SendReport, WorkProgress } from '../link/port'
import { unsealText } from './secrets'
import { failSend, logSend, recordLateSuccess, type SendStateRecord, startSend, succeedSend } from './sends'
import { settingTables } from './snapshots'

/** Whether a send is queued or in progress. */
export const isSendOpen = ({ send_state }: SendStateRecord): boolean =>
  send_state === 'queued' || send_state === 'running'

/** Returns the content of a send, as JSON can carry it. */
export function contentToSend(world: World, { device_id, type }: SendStateRecord): unknown {
  const { store } = world
  if (type === 'users') {
    const user = store.get<{ secret: string | null }>('SELECT secret FROM admin_user WHERE device_id = ?', device_id)
    return { password: user?.secret ? unsealText(world, user.secret) : null }
  }
  if (type === 'gfx') return graphicsToSend(world, device_id)
  const row = store.get<{ sent: string | null }>(
    `SELECT sent FROM ${settingTables[type]} WHERE device_id = ?`,
    device_id,
  )
  return row?.sent ? (JSON.parse(row.sent) as unknown) : null
}

/** The file of a send of graphics. */
interface GraphicsToSend {
  name: string
  size: number
  sha256: string
}

/** Returns the file that was saved when a controller's graphics were sent last; null when it has none. */
export function graphicsToSend({ store }: World, deviceId: string): GraphicsToSend | null {
  // A send of an earlier version has no copy.
  for (const table of ['sent_graphics', 'gfx_file']) {
    const sql = `SELECT file_name AS name, size, sha256 FROM ${table} WHERE device_id = ?`
    const file = store.get<GraphicsToSend>(sql, deviceId)
    if (file) return file
  }
  return null
}

/** Moves a send as its link reports. What is over already is not moved again. */
export function recordSendReport(world: World, row: SendStateRecord, report: SendReport): WorkProgress {
  const isOpen = isSendOpen(row)
  if (report.is === 'succeeded' && row.send_state === 'failed') recordLateSuccess(world, row)
  if (!isOpen) return 'none'
  if (report.is === 'line') {
    const { level, code, message, step } = report
    logSend(world, row, { level, code, message, step })
    return 'none'
  }
  if (report.is === 'failed') {
    const { code, message, step } = report
    failSend(world, row, { code, message, step })
    return 'over'
  }
  const begins = row.send_state === 'queued'
  if (begins) startSend(world, row)
  if (report.is === 'started') return begins ? 'moved' : 'none'
  succeedSend(world, { ...row, send_state: 'running' })
  return 'over'
}
