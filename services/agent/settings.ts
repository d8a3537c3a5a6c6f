/** Settings of a site agent from the environment. */
import { readFileSync } from 'node:fs'
import { agentPath, partsOfKey } from '../link/agent-messages'

export interface AgentSettings {
  /** Where the services accept agents. */
  address: URL
  key: string
  dataDir: string
}

export type AgentSettingsResult = { ok: true; settings: AgentSettings } | { ok: false; problems: string[] }

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Reads the environment; each problem is one actionable line. */
export function readAgentSettings(environment: Record<string, string | undefined>): AgentSettingsResult {
  const { AGENT_SERVER = '', AGENT_KEY_FILE = '', AGENT_DATA_DIR = './agent-data' } = environment
  const problems: string[] = []
  const address = addressOf(AGENT_SERVER)
  if (typeof address === 'string') problems.push(address)
  let key = environment.AGENT_KEY ?? ''
  if (AGENT_KEY_FILE) {
    try {
      key = readFileSync(AGENT_KEY_FILE, 'utf8')
    } catch {
      problems.push(`AGENT_KEY_FILE: ${AGENT_KEY_FILE} cannot be read`)
    }
  }
  key = key.trim()
  if (!partsOfKey(key)) problems.push('AGENT_KEY or AGENT_KEY_FILE: must be the key that the console showed once')
  if (problems.length > 0 || typeof address === 'string') return { ok: false, problems }
  return { ok: true, settings: { address, key, dataDir: AGENT_DATA_DIR } }
}

/** Returns where to connect, or what is wrong with it: the key only travels over TLS, or within this machine. */
function addressOf(text: string): URL | string {
  if (!URL.canParse(text)) return 'AGENT_SERVER: is required, such as https://plantroom.example'
  const address = new URL(text)
  if (!/^(https?|wss?):$/.test(address.protocol)) return 'AGENT_SERVER: must begin with https://'
  const isPlain = address.protocol === 'http:' || address.protocol === 'ws:'
  if (isPlain && !loopback.test(address.hostname)) return 'AGENT_SERVER: must begin with https://; the key is a secret'
  address.protocol = isPlain ? 'ws:' : 'wss:'
  address.pathname = agentPath
  address.search = ''
  address.hash = ''
  return address
}
