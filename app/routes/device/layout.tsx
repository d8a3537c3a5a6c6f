/** Inside a controller: nothing of its own yet but the place where its views stand. */
import { Outlet } from '@remix-run/react'

export default Outlet
