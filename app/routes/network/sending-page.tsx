/** The page of a send: its plan, or where to choose what to send. */
import { TakenUpForm } from '~/change/taken-up-form'
import { formIn, useReply } from '~/change/use-reply'
import { useT } from '~/i18n/use-t'
import { boardHref, type NetworkPlace } from '~/things/network/place'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { ButtonLink } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { SendReview } from './send-review'

export function SendingPage({ at, placeName }: { at: NetworkPlace; placeName: string }) {
  const t = useT()
  const reply = useReply()
  return (
    <>
      <PageHeader kind={<bdi>{placeName}</bdi>} name={t('main:send.title')} />
      {reply?.stage === 'plan' ? (
        <SendReview reply={reply} cancelHref={boardHref(at)} />
      ) : (
        <Stack>
          <ErrorSummary
            problems={{ '': Object.values(formIn(reply)?.submission.error ?? {}).flatMap((keys) => keys ?? []) }}
          />
          <TakenUpForm reply={formIn(reply)} />
          <Section>
            <EmptyState
              title={t('main:send.explain')}
              actions={
                <ButtonLink look="primary" href={boardHref(at)}>
                  {t('main:send.board')}
                </ButtonLink>
              }
            >
              {t('main:send.explainText')}
            </EmptyState>
          </Section>
        </Stack>
      )}
    </>
  )
}
