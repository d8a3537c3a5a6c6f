/** The confirmation page of archiving a site, and of restoring it. */
import type { PlanReply } from '~/change/plan'
import { useReply } from '~/change/use-reply'
import { useT } from '~/i18n/use-t'
import { PlanReview } from '~/kit/confirmation/plan-review'
import { Notice } from '~/ui/notice'
import { PageHeader, Stack } from '~/ui/page'

export function SiteArchivePage({
  name,
  change,
  isDone,
  first,
  cancelHref,
}: {
  name: string
  change: 'archive' | 'restore'
  /** Whether the site already has this state. */
  isDone: boolean
  first: PlanReply | null
  cancelHref: string
}) {
  const t = useT()
  const reply = useReply()
  const title = t(`main:site.${change}.title`, { name })
  const words = {
    caption: title,
    subjectTitle: t('entity.site'),
    apply: t(`main:change.site.${change}`),
    text: () => t('main:site.archived'),
  }
  return (
    <Stack>
      <PageHeader kind={t('entity.site')} name={title} />
      {isDone && !reply ? (
        <Notice tone="info" quiet>
          {t(`main:site.${change}.already`)}
        </Notice>
      ) : (
        <PlanReview id={change} words={words} first={first} isShownAbove canEdit={false} cancelHref={cancelHref}>
          {() => (
            <Notice tone="info" quiet>
              {t(`main:site.${change}.text`)}
            </Notice>
          )}
        </PlanReview>
      )}
    </Stack>
  )
}
