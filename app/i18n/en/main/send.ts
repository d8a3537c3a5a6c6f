const send = {}

export default send
