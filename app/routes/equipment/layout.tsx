/** Inside a piece of equipment: nothing of its own yet but the place where its views stand. */
import { Outlet } from '@remix-run/react'

export default Outlet
