/** The page of a change without fields that is hard to undo: what follows from it, its plan, and a reason. */
import type { ReactNode } from 'react'
import type { PlanReply } from '~/change/plan'
import { useT } from '~/i18n/use-t'
import { PageHeader, Stack } from '~/ui/page'
import { PlanReview } from './plan-review'

interface ChangeOfPage {
  /** The kind of the thing, as its heading has it. */
  kind: string
  /** The plan the page starts with. */
  first: PlanReply | null
  cancelHref: string
  /** What follows from it. */
  children: ReactNode
}

interface ConsequenceProps extends ChangeOfPage {
  id: string
  words: { title: string; caption: string; apply: string }
}

export function ConsequencePage({ id, kind, first, cancelHref, words, children }: ConsequenceProps) {
  const { title, ...plan } = words
  return (
    <Stack>
      <PageHeader kind={kind} name={title} />
      <PlanReview
        id={id}
        look="danger"
        first={first}
        isShownAbove
        canEdit={false}
        cancelHref={cancelHref}
        words={{ ...plan, subjectTitle: kind }}
      >
        {() => children}
      </PlanReview>
    </Stack>
  )
}

/** The page that deletes a thing. */
export function DeletionPage({ name, ...page }: ChangeOfPage & { name: string }) {
  const t = useT()
  const words = {
    title: t('main:site.deletion.title', { name }),
    caption: t('main:site.deletion.plan', { name }),
    apply: t('main:site.deletion.apply', { name }),
  }
  return <ConsequencePage id="deletion" words={words} {...page} />
}
