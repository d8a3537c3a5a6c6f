/** The headers every answer carries. */
const strictPolicies = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
} as const

/** Headless UI's Dialog writes this one style attribute; nothing else inline is allowed. */
const dialogStyle = "'unsafe-hashes' 'sha256-CFWxk59hmWWhsVWNXy+t1albqTRppvlCMXFTDkd+1YA='"

export interface Security {
  nonce: string
  secure: boolean
  /** Origins a form may end up at: the provider's, for signing out. */
  formTargets: string[]
  /** Vite's development server needs its own styles and socket. */
  development?: boolean
  /** The page has a frame of this console in it. */
  hasFrame?: boolean
}

/** What a page or any other answer is sent with; pages are never kept by anyone. */
export function securityHeaders(security: Security): Record<string, string> {
  return {
    ...strictPolicies,
    ...(security.secure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
    'content-security-policy': pagePolicy(security),
    'cache-control': 'no-store',
    // Text browsers heed only this.
    pragma: 'no-cache',
  }
}

function pagePolicy({ nonce, secure, formTargets, development, hasFrame }: Security): string {
  const directives = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}' ${dialogStyle}`,
    "img-src 'self' data:",
    "font-src 'self'",
    development ? "connect-src 'self' ws:" : "connect-src 'self'",
    "manifest-src 'self'",
    ...(hasFrame ? ["frame-src 'self'"] : []),
    `form-action ${["'self'", ...new Set(formTargets)].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  if (secure) directives.push('upgrade-insecure-requests')
  return directives.join('; ')
}
