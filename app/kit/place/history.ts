/** A link to the audit trail of a page's thing, for readers with access to the trail (design §8). */
import { useMatches, useParams } from '@remix-run/react'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import type { subjectKinds } from '~/trail/filter-choices'
import type { ActionLink } from '~/ui/head'
import type { FrameData } from '../frame/frame.server'

/** Returns the link; the id is that of the page's address. */
export function useHistoryLink(kind: (typeof subjectKinds)[number]): ActionLink {
  const t = useT()
  const { tenantId, ...params } = useParams()
  const frame = useMatches().find((match) => match.id.endsWith('tenant/layout'))?.data as FrameData | undefined
  const id = kind === 'tenant' ? tenantId : params[`${kind}Id`]
  if (!tenantId || !id || !frame?.menu.some(({ name }) => name === 'trail')) return null
  return { label: t('main:trail.history'), href: href('trail', { tenantId }, { kind, id }) }
}
