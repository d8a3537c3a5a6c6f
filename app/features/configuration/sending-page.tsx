/** The page of a send: its plan, or a link to the board. */
import type { FormReply } from '~/change/plan'
import { ResumedForm } from '~/change/resumed-form'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn, useReply } from '~/change/use-reply'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { PageHeader, Section, Stack } from '~/ui/page'
import { FirstFewForm } from './first-few-form'
import { SendReview } from './send-review'
import { boardHref, type ConfigurationPlace } from './shared/place'

export function SendingPage({ at, placeName }: { at: ConfigurationPlace; placeName: string }) {
  const t = useT()
  const reply = useReply()
  const problem = formIn(reply)?.problem
  const tooMany = problem?.kind === 'tooMany' ? problem.tooMany : null
  return (
    <>
      <PageHeader kind={<bdi>{placeName}</bdi>} name={t(`main:${at.kind}.send`)} />
      {reply?.stage === 'plan' ? (
        <Stack>
          <SendReview reply={reply} cancelHref={boardHref(at)} />
          {at.kind === 'network' && <FirstFewForm reply={reply} />}
        </Stack>
      ) : (
        <Stack>
          <ErrorSummary
            problems={{ '': Object.values(formIn(reply)?.submission.error ?? {}).flatMap((keys) => keys ?? []) }}
          />
          {tooMany ? (
            <TooManyNotice tooMany={tooMany} listHref={boardHref(at, filterOf(formIn(reply)))} />
          ) : (
            <ResumedForm reply={formIn(reply)} />
          )}
          <Section>
            <EmptyState
              title={t('main:send.explain')}
              offers={[{ label: t(`main:${at.kind}.board`), href: boardHref(at), isMain: true }]}
            >
              {t(`main:${at.kind}.sendText`)}
            </EmptyState>
          </Section>
        </Stack>
      )}
    </>
  )
}

/** Returns the board's filter of a send to all matches. */
function filterOf(reply: FormReply | undefined) {
  const { state, q } = (reply?.submission.initialValue ?? {}) as {
    state?: string | string[]
    q?: string
  }
  return { state, q }
}
