import { runThread } from "/mote/dist/threads.js";

onmessage = ({ data }) => runThread(data);
