import { isRouteErrorResponse, useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { errorText, waitText } from '~/i18n/error-text'
import { useT } from '~/i18n/use-t'
import { Actions, Button } from './button'
import { Form } from './form'
import { ButtonLink } from './link'
import { Section } from './page'
import { usePageContext } from './page-context'
import { ReloadAfter, refreshSecondsIn } from './refresh'
import { SubmittedNotice } from './submitted-notice'

/** The statuses with texts of their own. */
const kindOfStatus = {
  400: 'malformed',
  401: 'signedOut',
  403: 'forbidden',
  404: 'missing',
  405: 'method',
  409: 'conflict',
  413: 'tooLarge',
  429: 'tooMany',
  500: 'broken',
  502: 'badAnswer',
  503: 'unavailable',
  504: 'slow',
} as const

/** The kinds that may succeed on a retry. */
const retryableKinds: ReadonlySet<string> = new Set([
  'conflict',
  'tooMany',
  'broken',
  'badAnswer',
  'unavailable',
  'slow',
])

/** The kinds in which the form itself may be closed to the person: by a role that ended, or because its thing is gone. */
const closedKinds: ReadonlySet<string> = new Set(['forbidden', 'missing'])

/** Returns the kind of an error page; `broken` for anything that is not a response. */
function kindOf(error: unknown) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return status in kindOfStatus
    ? kindOfStatus[status as keyof typeof kindOfStatus]
    : status >= 500
      ? 'broken'
      : 'malformed'
}

/** Returns whether the same request may succeed later, without anybody doing anything. */
function mayPass(error: unknown): boolean {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return status === 429 || status >= 500
}

/** Returns the heading of an error page. */
export function useErrorTitle(error: unknown): string {
  const t = useT()
  return t(`errors:page.${kindOf(error)}.title`)
}

/**
 * The body of an error page: what happened, what was saved, what to do, and the request id. `detail` is a message key
 * that adds to the status; `retryHref` is offered for kinds that may succeed on a retry, and `nearest` where
 * the page is missing.
 */
export function ErrorDetails({
  error,
  detail,
  retryHref,
  nearest,
  homeHref = '/',
}: {
  error: unknown
  detail?: string
  retryHref?: string
  nearest?: ReactNode
  homeHref?: string
}) {
  const t = useT()
  const { requestId, made: submittedChange, typedForm, isPostResponse } = usePageContext()
  const { search } = useLocation()
  const kind = kindOf(error)
  const mayRetry = retryableKinds.has(kind)
  const unclear: string[] = isRouteErrorResponse(error) ? (error.data?.unclear ?? []) : []
  const isNearestShown = nearest !== undefined && kind === 'missing'
  const waitSeconds: number | undefined = isRouteErrorResponse(error)
    ? error.data?.problem?.retryAfterSeconds
    : undefined
  const retrySeconds = isPostResponse || !mayPass(error) ? null : refreshSecondsIn(new URLSearchParams(search))
  const service: string | undefined = isRouteErrorResponse(error) ? error.data?.problem?.service : undefined
  return (
    <Section>
      {submittedChange && (
        <div className="mb-4">
          <SubmittedNotice change={submittedChange} />
        </div>
      )}
      <dl className="flex flex-col gap-3">
        <Answer question={t('errors:page.whatHappened')}>
          {unclear.length > 0
            ? t('table.notUnderstood', { words: unclear.join(', ') })
            : t(`errors:page.${kind}.happened`)}{' '}
          {detail && errorText(t, detail)} {service && kind !== 'missing' && t('errors:page.service', { service })}
        </Answer>
        <Answer question={t('errors:page.whatWasSaved')}>{t(`errors:page.${kind}.saved`)}</Answer>
        <Answer question={t('errors:page.whatToDo')}>
          {t(isNearestShown ? 'errors:page.missing.todoHere' : `errors:page.${kind}.todo`)}{' '}
          {waitSeconds && waitText(t, waitSeconds)} {retrySeconds && t('errors:page.retriesItself')}
        </Answer>
      </dl>
      {retrySeconds && <ReloadAfter seconds={Math.max(retrySeconds, waitSeconds ?? 0)} />}
      {isNearestShown && nearest}
      {typedForm && (mayRetry || closedKinds.has(kind)) && (
        <Form {...typedForm} className="mt-4 flex flex-col gap-2">
          <p>{t(mayRetry ? 'errors:page.typed' : 'errors:page.typedClosed')}</p>
          <div>
            <Button look={mayRetry ? 'primary' : 'secondary'}>{t('errors:page.toForm')}</Button>
          </div>
        </Form>
      )}
      <Actions className="mt-4">
        {retryHref && mayRetry && !typedForm && (
          <ButtonLink look="primary" href={retryHref}>
            {t('errors:page.retry')}
          </ButtonLink>
        )}
        <ButtonLink href={homeHref}>{t('errors:page.home')}</ButtonLink>
      </Actions>
      {requestId && <p className="mt-4 text-sm text-soft">{t('errors:page.requestId', { id: requestId })}</p>}
    </Section>
  )
}

function Answer({ question, children }: { question: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{question}</dt>
      <dd>{children}</dd>
    </div>
  )
}
