/**
 * The confirmation page of a deletion: the contents of the place, its name to type, and the plan (design §12, danger).
 */
import type { PlanReply } from '~/change/plan'
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { DeletionPage } from './consequence-page'

/** The contents of a place; unknown counts are left out. */
export interface PlaceContents {
  sites?: number | undefined
  buildings?: number | undefined
  spaces?: number | undefined
  devices?: number | undefined
  tunnels?: number | undefined
}

interface Deletion {
  kind: 'group' | 'site' | 'building' | 'space'
  name: string
  inside: PlaceContents
  /** The plan the page starts with. */
  first: PlanReply | null
  cancelHref: string
}

export function PlaceDeletionPage({ kind, name, inside, first, cancelHref }: Deletion) {
  const t = useT()
  return (
    <DeletionPage kind={t(`entity.${kind}`)} name={name} first={first} cancelHref={cancelHref}>
      <ContentsNotice inside={inside} isKept={kind === 'group'} />
    </DeletionPage>
  )
}

function ContentsNotice({ inside, isKept }: { inside: PlaceContents; isKept: boolean }) {
  const t = useT()
  const entries = (Object.entries(inside) as [keyof PlaceContents, number | undefined][]).flatMap(([key, count]) =>
    count ? [{ key, count }] : [],
  )
  return (
    <Notice tone={isKept ? 'info' : 'warn'} quiet title={t(`main:site.deletion.${isKept ? 'keeps' : 'warning'}`)}>
      {entries.length > 0 ? (
        <>
          <p>{t(`main:site.deletion.${isKept ? 'keepsText' : 'goes'}`)}</p>
          <ul className="list-disc ps-5">
            {entries.map(({ key, count }) => (
              <li key={key}>
                {key === 'tunnels' ? t('main:site.deletion.tunnels', { count }) : t(`count.${key}`, { count })}
              </li>
            ))}
          </ul>
        </>
      ) : (
        t('main:site.deletion.empty')
      )}
    </Notice>
  )
}
