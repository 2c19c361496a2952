/** Events of AWS services that the jobs handle. They may be late, repeated, out of order or lost. */

export interface ServiceEvent<Detail> {
  source: string;
  'detail-type': string;
  time: string;
  resources: string[];
  detail: Detail;
}

export type ObjectCreated = ServiceEvent<{ bucket: { name: string }; object: { key: string; size: number } }>;

export type JobStateChange = ServiceEvent<{ jobId: string; status: string; userMetadata?: Record<string, string> }>;

export type StreamStateChange = ServiceEvent<{ event_name: string; channel_name: string; stream_id: string }>;

export type RecordingStateChange = ServiceEvent<{
  recording_status: string;
  recording_status_reason?: string;
  stream_id: string;
  recording_s3_bucket_name: string;
  recording_s3_key_prefix: string;
  recording_duration_ms: number;
  recording_session_stream_ids?: string[];
}>;
