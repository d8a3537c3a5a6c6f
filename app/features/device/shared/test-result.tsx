/**
 * The result of a connection test on request, since an unreachable controller is only detected after seconds (domain
 * §6.2).
 */
import type { z } from 'zod'
import type { UnavailableReason } from '#contracts/devices'
import type { Panel } from '~/backend/reader.server'
import { serviceProblemText } from '~/change/problem-text'
import { useT } from '~/i18n/use-t'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Unavailable } from '~/ui/panel'
import { Time } from '~/ui/time'

export interface TestResult {
  isOk: boolean
  reason?: z.infer<typeof UnavailableReason> | undefined
  at: string
}

/**
 * Returns the result for one controller. The value is null if the reply does not include it; the panel is null before a
 * test.
 */
export function toTestResult<Named>(
  panel: Panel<readonly Named[]> | null,
  resultOf: (device: Named) => TestResult,
): Panel<TestResult | null> | null {
  if (!panel?.ok) return panel
  const [device] = panel.value
  return { ok: true, value: device ? resultOf(device) : null }
}

export function TestResultPanel({
  result,
  titles,
  initialText,
  testHref,
  timeZone,
}: {
  result: Panel<TestResult | null> | null
  titles: { ok: string; failed: string }
  /** Shown before the first test. */
  initialText?: string
  testHref: string | null
  timeZone?: string | undefined
}) {
  const t = useT()
  const value = result?.ok ? result.value : null
  return (
    <div className="flex flex-col items-start gap-3">
      {!result && initialText && <p className="text-soft">{initialText}</p>}
      {result && !result.ok && <Unavailable detail={serviceProblemText(t, result.problem)} />}
      {result?.ok && (
        <Notice tone={value?.isOk ? 'ok' : 'warn'} quiet title={value?.isOk ? titles.ok : titles.failed}>
          {!value?.isOk && <p>{t(`main:onboarding.reason.${value?.reason ?? 'unknown'}`)}</p>}
          {value && (
            <p className="text-sm text-soft">
              <Time at={value.at} timeZone={timeZone} />
            </p>
          )}
        </Notice>
      )}
      {testHref && (
        <ButtonLink href={testHref}>{result ? t('main:onboarding.testAgain') : t('main:onboarding.test')}</ButtonLink>
      )}
    </div>
  )
}
