/** Names of files: what is in them, of which customer or tenant, and of which day. */
import { fold } from '#contracts/fold'
import { tenant } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'
import { formatsFor } from '~/ui/format'
import { ownTimeZone } from '~/ui/time-zone.server'

export type FileReader = Pick<Reader, 'person' | 'panel'>

/** Returns a name without its extension: `Université-Montcalm-controllers-2026-11-26`. */
export async function datedFileName(reader: FileReader, request: Request, content: string): Promise<string> {
  const place = await placeName(reader, new URL(request.url).pathname)
  const timeZone = ownTimeZone(request) ?? 'UTC'
  const day = formatsFor({ language: 'en', unit: 'metric', timeZone }).date(new Date().toISOString())
  return [place, content, day]
    .filter(Boolean)
    .join(' ')
    .replace(/[^\p{L}\p{N}._]+/gu, '-')
}

/** Returns the name of the customer of an address, otherwise of its tenant; empty where there is none. */
async function placeName({ person, panel }: FileReader, pathname: string): Promise<string> {
  const [, tenantId, customerId] = /^\/tenants\/([^/]+)(?:\/customers\/([^/]+))?\//.exec(pathname) ?? []
  const { tenants, customers } = person.info
  if (!customerId || customerId === 'csv') return tenants.find((one) => one.tenantId === tenantId)?.name ?? ''
  const known = customers.find(({ id }) => id === customerId)
  if (known) return known.name
  const customer = await panel(tenant.getCustomer, { path: { id: customerId } })
  return customer.ok ? customer.value.name : ''
}

/** Returns a `content-disposition` that downloads a file, whatever characters its name contains (RFC 8187). */
export function attachmentOf(name: string, plainName: string = name): string {
  const plain = plainName.replace(/[^\w .()-]/g, '_')
  const whole = name.replace(/\p{Surrogate}/gu, '\ufffd')
  const encoded = encodeURIComponent(whole).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return plain === name
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** The same for a dated name: for clients that read only the plain name, it is in lower case without accents. */
export function datedAttachmentOf(name: string): string {
  return attachmentOf(name, fold(name))
}
