/** Names the domains in field errors: the tenant service refers to them by index. */
import { ServiceError } from '~/backend/service-error'
import { errorText } from '~/i18n/error-text'
import type { Translate } from '~/i18n/instance'

/** Runs `work`; field errors of single domains are rethrown as sentences at the field `domains`. */
export async function withDomainNames<T>(domains: readonly string[], t: Translate, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { service, status, body, trouble, mayHaveHappened } = error
    const entries = Object.entries(error.fields)
    if (!body || !entries.some(([field]) => indexOfDomain(field) !== null)) throw error
    const problems = entries.flatMap(([field, keys]) => {
      const domain = domains[indexOfDomain(field) ?? -1]
      return domain === undefined
        ? []
        : keys.map((key) => t('main:tenant.form.domainProblem', { domain, problem: errorText(t, key) }))
    })
    const others = entries.filter(([field]) => indexOfDomain(field) === null && field !== 'domains')
    const errors = { ...Object.fromEntries(others), domains: [...(error.fields.domains ?? []), ...problems] }
    throw new ServiceError({ service, status, body: { ...body, errors }, trouble, mayHaveHappened })
  }
}

/** Returns the index in `domains.3`, else null. */
function indexOfDomain(field: string): number | null {
  const place = /^domains\.(\d+)$/.exec(field)?.[1]
  return place === undefined ? null : Number(place)
}
