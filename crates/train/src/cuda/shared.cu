// What the kernels of all nets share. Compiled at run time in front of them, without
// any header.

typedef unsigned short u16;
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

__device__ __forceinline__ float clamped(float x) {
    return fminf(fmaxf(x, 0.0f), 1.0f);
}

// Adds to four neighbours in memory.
__device__ __forceinline__ void add4(float *place, float4 value) {
#ifdef VECTOR_ATOMICS
    atomicAdd(reinterpret_cast<float4 *>(place), value);
#else
    if (value.x != 0.0f) atomicAdd(place, value.x);
    if (value.y != 0.0f) atomicAdd(place + 1, value.y);
    if (value.z != 0.0f) atomicAdd(place + 2, value.z);
    if (value.w != 0.0f) atomicAdd(place + 3, value.w);
#endif
}

// One step of AdamW, and the parameters clipped. The gradient is zero afterwards.
extern "C" __global__ void adamw(
    float *parameters, float *mean, float *square, float *gradient,
    int length, int first_layer, int clipped_end,
    float first_clip, float output_clip, float rest_clip,
    float rate, float weight_decay, float mean_correction, float square_correction,
    float mean_decay, float square_decay, float epsilon)
{
    const int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= length) return;
    const float slope = gradient[index];
    gradient[index] = 0.0f;
    const float m = mean[index] + (1.0f - mean_decay) * (slope - mean[index]);
    const float s = square[index] + (1.0f - square_decay) * (slope * slope - square[index]);
    mean[index] = m;
    square[index] = s;
    const float size = sqrtf(s * square_correction) + epsilon;
    const float moved =
        parameters[index] * (1.0f - rate * weight_decay) - rate * m * mean_correction / size;
    const float clip =
        index < first_layer ? first_clip : index < clipped_end ? output_clip : rest_clip;
    parameters[index] = fminf(fmaxf(moved, -clip), clip);
}
